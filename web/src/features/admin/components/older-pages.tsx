import { useState, type ReactNode } from 'react'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  /** Place after which the next page starts. Absent on the last page. */
  readonly next?: string | undefined
}

interface OlderPagesProps<Item> {
  /** Kind of the items, as the button and the toast name it. */
  readonly kind: 'tickets' | 'actions'
  readonly first: Page<Item>
  /** Loads the page after a place. */
  readonly load: (after: string) => Promise<Page<Item>>
  /** Returns the list, each of whose rows can have the focus or has a link. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Loads the pages after the first one, one at each call. They are dropped when the first page ends elsewhere. */
const useOlderItems = <Item,>({ kind, first, load }: Omit<OlderPagesProps<Item>, 'children'>) => {
  const [loaded, setLoaded] = useState<Page<Item> & { readonly start: string | undefined }>()
  const [isLoading, setLoading] = useState(false)
  const failureToast = useFailureToast()
  const older = loaded?.start === first.next ? loaded : undefined
  const next = older === undefined ? first.next : older.next
  const loadMore = async (after: string) => {
    setLoading(true)
    try {
      const page = await load(after)
      setLoaded({ ...page, items: [...(older?.items ?? []), ...page.items], start: first.next })
      failureToast.close()
    } catch (failure) {
      failureToast.show({
        title: `The older ${kind} could not be loaded`,
        description: messageOf(failure),
      })
    } finally {
      setLoading(false)
    }
  }
  return { items: [...first.items, ...(older?.items ?? [])], next, isLoading, loadMore }
}

/** Returns the link of a row, or the row itself if it can have the focus. */
const focusableIn = (row: Element | undefined): HTMLElement | null | undefined =>
  row?.querySelector('a') ?? (row instanceof HTMLElement ? row : undefined)

/**
 * A list with a button that loads older items. The last press removes the button, and the focus moves to the first item
 * that it has added.
 */
export const OlderPages = <Item,>({ children, ...pages }: OlderPagesProps<Item>) => {
  const { items, next, isLoading, loadMore } = useOlderItems(pages)
  return (
    <>
      {children(items)}
      {next === undefined ? null : (
        <Button
          variant="secondary"
          size="small"
          loading={isLoading}
          onClick={({ currentTarget: { previousElementSibling: list } }) =>
            void loadMore(next).then(() => focusReplacement(() => focusableIn(list?.children[items.length])))
          }
        >
          Show older {pages.kind}
        </Button>
      )}
    </>
  )
}
