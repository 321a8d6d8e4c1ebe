import { useEffect, useRef, useState } from 'react'
import { freeTop, type Box } from './toast-position.ts'

const checkAgainMs = 250

const controlSelector = 'a[href], button, input, select, textarea, summary, label, iframe, [tabindex="0"]'
const dialogSelector = 'dialog[open], [role="dialog"]'

/**
 * Returns the controls in view that toasts could cover. Behind an open dialog nothing can be pressed. Its title counts
 * as a control.
 */
const controlsBeside = (toasts: readonly Element[]): Box[] => {
  const dialog = document.querySelector(dialogSelector)
  const found =
    dialog?.querySelectorAll(`${controlSelector}, h2`) ?? document.querySelectorAll(controlSelector)
  return [...found]
    .filter(
      (control) =>
        !toasts.some((toast) => toast.contains(control)) &&
        getComputedStyle(control).visibility === 'visible',
    )
    .map((control) => control.getBoundingClientRect())
    .filter(({ top, bottom, height }) => height > 1 && bottom > 0 && top < window.innerHeight)
}

/** Returns the box around all toasts. */
const boxAround = (toasts: readonly Element[]): Box => {
  const boxes = toasts.map((toast) => toast.getBoundingClientRect())
  return {
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  }
}

/**
 * Keeps toasts clear of links and controls: returns by how many pixels to move them from the place that their style
 * sheet gives them. Checks again on each scroll and every quarter of a second, because the page below may still be
 * loading.
 *
 * @param selector finds the toasts
 * @param id changes with each toast; undefined while there is none
 */
export const useToastPosition = (selector: string, id: number | undefined): number => {
  const shifted = useRef(0)
  const [shift, setShift] = useState(0)
  useEffect(() => {
    if (id === undefined) return
    const place = () => {
      const toasts = [...document.querySelectorAll(selector)]
      if (toasts.length === 0) return
      const box = boxAround(toasts)
      const preferredTop = box.top - shifted.current
      const settings = { preferredTop, windowHeight: window.innerHeight }
      shifted.current = freeTop(box, controlsBeside(toasts), settings) - preferredTop
      setShift(shifted.current)
    }
    const frame = requestAnimationFrame(place)
    const timer = setInterval(place, checkAgainMs)
    window.addEventListener('scroll', place, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearInterval(timer)
      window.removeEventListener('scroll', place)
    }
  }, [selector, id])
  return shift
}
