import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { FileView } from './file-view.ts'
import { addressOf, viewOf } from './uploads-address.ts'

/**
 * Time without a change after which the view is written to the address, in milliseconds. Safari rejects more than 100
 * changes of the address in 30 seconds, which fast typing exceeds.
 */
const writeAfterMs = 300

/** Returns the view of the address, and a function that changes parts of it without a history entry. */
export const useFileView = (): [FileView, (change: Partial<FileView>) => void] => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [view, setView] = useState(() => viewOf(new URLSearchParams(search)))
  const address = addressOf(viewOf(new URLSearchParams(search)))
  /** The address that belongs to the view. */
  const written = useRef(address)
  useEffect(() => {
    if (address === written.current) return
    // A link or the Back button has changed the address.
    written.current = address
    setView(viewOf(new URLSearchParams(search)))
  }, [address, search])
  useEffect(() => {
    const next = addressOf(view)
    if (next === written.current) return undefined
    const timer = setTimeout(() => {
      // The page is still shown while the code of the next one is loading.
      if (window.location.pathname !== pathname) return
      written.current = next
      void navigate(next, { replace: true })
    }, writeAfterMs)
    return () => clearTimeout(timer)
  }, [view, navigate, pathname])
  return [view, (change) => setView((now) => ({ ...now, ...change }))]
}
