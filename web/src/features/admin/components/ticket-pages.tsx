import { useState, type ReactNode } from 'react'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'

interface Page<Ticket> {
  readonly tickets: readonly Ticket[]
  /** Place after which the next page starts. Absent on the last page. */
  readonly next?: string | undefined
}

interface TicketPagesProps<Ticket> {
  readonly first: Page<Ticket>
  /** Loads the page after a place. */
  readonly load: (after: string) => Promise<Page<Ticket>>
  /** Returns the list, each of whose rows has a link. */
  readonly children: (tickets: readonly Ticket[]) => ReactNode
}

/** Loads the pages after the first one, one at each call. They are dropped when the first page ends elsewhere. */
const useOlderTickets = <Ticket,>({ first, load }: Omit<TicketPagesProps<Ticket>, 'children'>) => {
  const [loaded, setLoaded] = useState<Page<Ticket> & { readonly start: string | undefined }>()
  const [isLoading, setLoading] = useState(false)
  const failureToast = useFailureToast()
  const older = loaded?.start === first.next ? loaded : undefined
  const next = older === undefined ? first.next : older.next
  const loadMore = async (after: string) => {
    setLoading(true)
    try {
      const page = await load(after)
      setLoaded({ ...page, tickets: [...(older?.tickets ?? []), ...page.tickets], start: first.next })
      failureToast.close()
    } catch (failure) {
      failureToast.show({
        title: 'The older tickets could not be loaded',
        description: messageOf(failure),
      })
    } finally {
      setLoading(false)
    }
  }
  return { tickets: [...first.tickets, ...(older?.tickets ?? [])], next, isLoading, loadMore }
}

/**
 * A list of tickets with a button that loads older ones. The last press removes the button, and the focus moves to the
 * first ticket that it has added.
 */
export const TicketPages = <Ticket,>({ children, ...pages }: TicketPagesProps<Ticket>) => {
  const { tickets, next, isLoading, loadMore } = useOlderTickets(pages)
  return (
    <>
      {children(tickets)}
      {next === undefined ? null : (
        <Button
          variant="secondary"
          size="small"
          loading={isLoading}
          onClick={({ currentTarget: { previousElementSibling: list } }) =>
            void loadMore(next).then(() =>
              focusReplacement(() =>
                list?.querySelector<HTMLElement>(`:scope > li:nth-child(${tickets.length + 1}) a`),
              ),
            )
          }
        >
          Show older tickets
        </Button>
      )}
    </>
  )
}
