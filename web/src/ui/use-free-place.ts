import { useEffect, useRef, useState } from 'react'
import { freeTop, type Box } from './free-place.ts'

const checkAgainMs = 250

const controlSelector = 'a[href], button, input, select, textarea, summary, label, iframe, [tabindex="0"]'

/** Returns the controls in view that a toast could cover. Behind an open dialog nothing can be pressed. */
const controlsBeside = (toast: Element): Box[] => {
  const scope = document.querySelector('dialog[open], [role="dialog"]') ?? document
  return [...scope.querySelectorAll(controlSelector)]
    .filter((control) => !toast.contains(control) && getComputedStyle(control).visibility === 'visible')
    .map((control) => control.getBoundingClientRect())
    .filter(({ top, bottom, height }) => height > 1 && bottom > 0 && top < window.innerHeight)
}

/**
 * Keeps a toast clear of links and controls: returns the ref for the toast, and by how many pixels to move it from the
 * place that its style sheet gives it. Checks again at each scroll and every quarter of a second, because the page below
 * may still be loading.
 *
 * @param id changes with each toast; undefined while there is none
 */
export const useFreePlace = (id: number | undefined) => {
  const toast = useRef<HTMLLIElement>(null)
  const shifted = useRef(0)
  const [shift, setShift] = useState(0)
  useEffect(() => {
    if (id === undefined) return
    const place = () => {
      if (!toast.current) return
      const box = toast.current.getBoundingClientRect()
      const preferredTop = box.top - shifted.current
      const settings = { preferredTop, windowHeight: window.innerHeight }
      shifted.current = freeTop(box, controlsBeside(toast.current), settings) - preferredTop
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
  }, [id])
  return { toast, shift }
}
