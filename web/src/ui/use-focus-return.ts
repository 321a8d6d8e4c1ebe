import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a function that moves the focus from the toasts back to the control that had it before. Does nothing if the
 * focus is elsewhere, or if that control has been removed.
 *
 * @param id changes with each toast; undefined while there is none
 */
export const useFocusReturn = (viewport: RefObject<HTMLElement | null>, id: number | undefined) => {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (id === undefined) return
    // The library puts elements with the focus beside the list: they count as part of the toasts.
    const isInToasts = (element: Element | null) =>
      viewport.current?.parentElement?.contains(element) === true
    const note = () => {
      const focused = document.activeElement
      if (focused !== document.body && !isInToasts(focused)) before.current = focused
    }
    const isInList = (place: EventTarget | null) =>
      place instanceof Element && viewport.current?.contains(place) === true
    // The Tab key moves the focus from the last or first control of the list to an element beside it. An open dialog
    // would not let it move on from there.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      const control = before.current
      if (!isInList(relatedTarget) || isInList(target) || !control?.closest('[role="dialog"]')) return
      if (control instanceof HTMLElement) control.focus()
    }
    note()
    document.addEventListener('focusin', note)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusin', leave)
    }
  }, [viewport, id])
  return () => {
    const control = before.current
    if (document.activeElement === viewport.current && control instanceof HTMLElement) control.focus()
  }
}
