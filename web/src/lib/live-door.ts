import { closureNotice, doorStatus, type DoorStatus } from '#shared/rules/opening-hours.ts'

const fill = (selector: string, text: string): void => {
  for (const element of document.querySelectorAll(selector))
    if (element.textContent !== text) element.textContent = text
}

/**
 * Shows the state of the opening hours at a time: the `data-door` attribute of the page opens or closes the doors, and
 * elements with `data-door-words` and `data-door-notice` receive the texts. Returns the state.
 */
export const showDoor = (now: Date): DoorStatus => {
  const status = doorStatus(now)
  const { dataset } = document.documentElement
  const state = status.isOpen ? 'open' : 'closed'
  // The observer of the page would see an assignment of the same value.
  if (dataset.door !== state) dataset.door = state
  fill('[data-door-words]', status.words)
  fill('[data-door-notice]', closureNotice(now))
  return status
}
