import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Returns the distance of an element from the top of the page, even after anything above it has changed its height. Does
 * not measure while it is not needed.
 */
export const useTop = (element: RefObject<HTMLElement | null>, isNeeded = true): number => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!isNeeded) return
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(box.top + window.scrollY)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element, isNeeded])
  return top
}

/**
 * Returns whether the page is being printed. The update is rendered before the browser captures the page for printing.
 */
export const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const note = ({ type }: Event) => setPrinting(type === 'beforeprint')
    window.addEventListener('beforeprint', note)
    window.addEventListener('afterprint', note)
    return () => {
      window.removeEventListener('beforeprint', note)
      window.removeEventListener('afterprint', note)
    }
  }, [])
  return printing
}
