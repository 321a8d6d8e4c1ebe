import { closureNotice, openingStatus, type OpeningStatus } from '#shared/rules/opening-hours.ts'

export interface DoorTexts extends OpeningStatus {
  readonly notice: string
}

/** Returns the texts about the opening hours at a time. */
export const doorTexts = (now: Date): DoorTexts => ({ ...openingStatus(now), notice: closureNotice(now) })

/** Opens or closes the doors of the page, and shows or hides the place of the notice. */
export const markDoor = ({ isOpen, notice }: DoorTexts): void => {
  const { dataset } = document.documentElement
  dataset.door = isOpen ? 'open' : 'closed'
  dataset.notice = notice === '' ? 'none' : 'some'
}

const fill = (selector: string, text: string): void => {
  for (const element of document.querySelectorAll(selector))
    if (element.textContent !== text) element.textContent = text
}

/**
 * Shows the state of the opening hours at a time, and returns it. Elements with `data-door-words`,
 * `data-opening-words` and `data-door-notice` receive the texts.
 */
export const showDoor = (now: Date): DoorTexts => {
  const texts = doorTexts(now)
  markDoor(texts)
  fill('[data-door-words]', texts.doorWords)
  fill('[data-opening-words]', texts.words)
  fill('[data-door-notice]', texts.notice)
  return texts
}
