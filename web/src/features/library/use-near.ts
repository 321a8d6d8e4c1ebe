import { useEffect, useRef, useState, type RefObject } from 'react'

/** How far below the view something counts as near. */
const margin = '300px'

/** Whether an element has come near what is in view; it stays so. */
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
