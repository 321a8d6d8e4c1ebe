import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'

/** Age in milliseconds after which a list is loaded again when the admin returns to the tab. */
const maxAgeMs = 60_000

interface Refresh {
  /** Loads the list again. */
  readonly refresh: () => Promise<void>
  /** The element that had the focus when the list was last loaded again. */
  readonly focusedBefore: RefObject<Element | null>
}

/**
 * Loads a list again when the link of the page is pressed again, and when the admin returns to the tab after a minute
 * or more. The component must have loaded it when it mounted.
 */
export const useRefresh = (reload: () => Promise<void>): Refresh => {
  // The key changes on each navigation, even to the same address.
  const { key } = useLocation()
  const loadedKey = useRef(key)
  const loadedAt = useRef(Date.now())
  const focusedBefore = useRef<Element | null>(null)
  const refresh = useCallback(async () => {
    loadedAt.current = Date.now()
    focusedBefore.current = document.activeElement
    await reload()
  }, [reload])
  useEffect(() => {
    if (loadedKey.current === key) return
    loadedKey.current = key
    void refresh()
  }, [key, refresh])
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt.current >= maxAgeMs) void refresh()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [refresh])
  return { refresh, focusedBefore }
}
