import { closureNotice, doorStatus, type DoorStatus } from '#shared/rules/opening-hours.ts'

export interface DoorTexts extends DoorStatus {
  readonly notice: string
}

const fill = (selector: string, text: string): void => {
  for (const element of document.querySelectorAll(selector))
    if (element.textContent !== text) element.textContent = text
}

/** Returns the texts about the opening hours at a time. */
export const doorTexts = (now: Date): DoorTexts => ({ ...doorStatus(now), notice: closureNotice(now) })

/**
 * Shows the state of the opening hours: the `data-door` attribute of the page opens or closes the doors, and elements
 * with `data-door-words` and `data-door-notice` receive the texts.
 */
export const showDoorTexts = ({ isOpen, words, notice }: DoorTexts): void => {
  const { dataset } = document.documentElement
  const state = isOpen ? 'open' : 'closed'
  // The observer of the page would see an assignment of the same value.
  if (dataset.door !== state) dataset.door = state
  fill('[data-door-words]', words)
  fill('[data-door-notice]', notice)
}

/** Shows the state of the opening hours at a time, and returns it. */
export const showDoor = (now: Date): DoorTexts => {
  const texts = doorTexts(now)
  showDoorTexts(texts)
  return texts
}
