import { useEffect, useRef, useState, type RefObject } from 'react'

/** Distance from the viewport within which an element counts as near. */
const margin = '300px'

/** Returns whether an element has been near the viewport. Stays true from then on. */
export const useNear = <E extends Element>(): { ref: RefObject<E | null>; near: boolean } => {
  const ref = useRef<E>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, near }
}
