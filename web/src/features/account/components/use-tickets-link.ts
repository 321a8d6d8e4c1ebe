import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { headingIn } from '#web/ui/focus/focus-replacement.ts'

/** The id of the card with the tickets. */
export const ticketsId = paths.profileTickets.slice(`${paths.profile}#`.length)

/** Returns whether the address is that of the tickets, to which emails link. */
export const useIsTicketsLink = (): boolean => useLocation().hash === `#${ticketsId}`

/**
 * Scrolls to the tickets and moves the focus to their heading, once, if the address leads there. Does nothing if the user
 * has scrolled or moved the focus in the meantime.
 *
 * @param isReady whether the tickets and everything above them are shown: they would move otherwise
 */
export const useTicketsLink = (isReady: boolean): void => {
  const isLink = useIsTicketsLink()
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || !isLink || isDone.current) return
    isDone.current = true
    const { activeElement, body } = document
    const hasMoved = window.scrollY > 0 || (activeElement !== body && activeElement?.id !== 'main')
    const card = document.getElementById(ticketsId)
    if (hasMoved || !card) return
    card.scrollIntoView()
    headingIn(card)?.focus({ preventScroll: true })
  }, [isReady, isLink])
}
