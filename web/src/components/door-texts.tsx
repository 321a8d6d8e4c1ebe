import { useLayoutEffect } from 'react'
import { showDoor } from '#web/lib/live-door.ts'
import { serverNow } from '#web/lib/server-time.ts'

interface DoorTextProps {
  readonly className?: string | undefined
}

/** Fills in the text of a new element. Layout effects do not run while the pages are prerendered. */
const useShownDoor = (): void =>
  useLayoutEffect(() => {
    showDoor(serverNow())
  }, [])

/**
 * States whether advisers are in: `In now, until 16:00`. Empty in prerendered pages. The inline script writes the text
 * into the element before the app sees it, so the app does not manage its content.
 */
export const DoorWords = ({ className }: DoorTextProps) => {
  useShownDoor()
  return (
    <span className={className} data-door-words data-now suppressHydrationWarning>
      {''}
    </span>
  )
}

/**
 * States when the chat opens or closes next: `closes at 16:00`. Empty in prerendered pages, like the words of the door.
 */
export const OpeningWords = () => {
  useShownDoor()
  return (
    <span data-opening-words data-now suppressHydrationWarning>
      {''}
    </span>
  )
}

/** Names today's bank holiday and one-off closures of the next two weeks. Empty on all other days. */
export const DoorNotice = ({ className }: DoorTextProps) => {
  useShownDoor()
  return (
    <p className={className} data-door-notice data-now suppressHydrationWarning>
      {''}
    </p>
  )
}
