import { useEffect, useReducer, useRef } from 'react'
import { createListeners } from '#web/lib/store.ts'

let isPressed = false
let isWatching = false
const pressEnds = createListeners()

const startPress = ({ button }: MouseEvent): void => {
  if (button === 0) isPressed = true
}

const endPress = (): void => {
  isPressed = false
  pressEnds.notify()
}

/** Ends the press after its click, which follows in the same task and must still find its button where it was. */
const endAfterClick = (): number => window.setTimeout(endPress)

/**
 * The events that start a press. On a touch screen, a field loses the focus at `mousedown`, which comes after
 * `pointerup`.
 */
const starts = ['pointerdown', 'mousedown'] as const
/** The events that end a press. One that the page repeats, because it came before the app, has only a `click`. */
const ends = ['pointerup', 'mouseup', 'click', 'pointercancel', 'dragend', 'contextmenu', 'keydown'] as const

/** Watches the presses of the page from its first field on. */
const watchPresses = (): void => {
  if (isWatching) return
  isWatching = true
  // A press may have begun before the app was ready.
  isPressed = document.querySelector('body :active') !== null
  for (const type of starts) window.addEventListener(type, startPress, true)
  for (const type of ends) window.addEventListener(type, endAfterClick, true)
  // The window has lost the focus, so no event may report the end. Events of elements do not bubble to here.
  window.addEventListener('blur', endPress)
}

/**
 * Returns `value`, but the earlier one while a mouse button or a finger is pressed. The error of a field that is left by
 * pressing a button would otherwise move the button away before the release, so the browser would report no click.
 */
export const useAfterPress = <T>(value: T): T => {
  const shown = useRef(value)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const isLate = isPressed && shown.current !== value
  if (!isLate) shown.current = value
  useEffect(watchPresses, [])
  useEffect(() => {
    if (!isLate) return
    // The press may have ended since this component was rendered.
    if (!isPressed) rerender()
    return pressEnds.add(rerender)
  }, [isLate])
  return shown.current
}
