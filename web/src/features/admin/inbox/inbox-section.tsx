import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { inboxStates, type InboxState } from '#shared/values/inbox.ts'
import type { CallResult } from '#web/lib/call.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isFocusLost } from '#web/ui/focus/is-focus-lost.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { listInbox } from '../api.ts'
import { ChatDeletion } from './chat-deletion.tsx'
import { addressOf, type InboxView, viewOf } from './inbox-address.ts'
import { InboxItemPage } from './inbox-item-page.tsx'
import { InboxRow } from './inbox-row.tsx'
import styles from './inbox.module.css'
import { stateTexts } from './item-texts.ts'
import { useRefresh } from './use-refresh.ts'

/** `/admin/inbox`: tickets and contact messages that are open, answered or closed. */
const InboxSection = () => {
  const [search] = useSearchParams()
  const view = viewOf(search)
  const [lastOpened, setLastOpened] = useState<string>()
  const [turned, setTurned] = useState(false)
  const list = addressOf({ ...view, item: undefined })
  if (view.item !== undefined)
    return <InboxItemPage key={view.item} id={view.item} back={list} onOpen={setLastOpened} />
  return (
    <>
      <PageHeading
        title="Inbox"
        lead="Tickets and contact messages. Reply here, and the sender gets an email."
      />
      <nav aria-label="Inbox" className={styles.states}>
        {inboxStates.map((state) => (
          <Link
            key={state}
            to={addressOf({ state })}
            className={styles.state}
            aria-current={state === view.state ? 'page' : undefined}
            onClick={() => {
              setLastOpened(undefined)
              setTurned(false)
            }}
          >
            {stateTexts[state]}
          </Link>
        ))}
      </nav>
      <InboxList
        key={list}
        view={view}
        lastOpened={lastOpened}
        turned={turned}
        onTurn={() => setTurned(true)}
      />
    </>
  )
}

const emptyTitles: Readonly<Record<InboxState, string>> = {
  open: 'Nothing to answer',
  answered: 'No answered items',
  closed: 'No closed items',
}

interface InboxListProps {
  readonly view: InboxView
  /** The item that was open before. It gets the focus when the list is shown again. */
  readonly lastOpened: string | undefined
  /** True if the admin has turned to another page of the list. */
  readonly turned: boolean
  readonly onTurn: () => void
}

const InboxList = (props: InboxListProps) => {
  const { state, after, before } = props.view
  const load = useCallback(() => listInbox({ state, after, before }), [state, after, before])
  const { data, failure, slow, reload, retry } = useLoaded(load)
  const { refresh, focusedBefore } = useRefresh(reload)
  if (data === undefined && failure === undefined)
    return (
      <div role="status" className={styles.loading}>
        <Spinner label={slow ? 'Still loading the inbox' : 'Loading the inbox'} size={32} />
        {slow ? <p>This is taking longer than usual.</p> : null}
      </div>
    )
  return (
    <>
      {failure === undefined ? null : (
        <LoadFailed title={`The inbox could not be ${data ? 'refreshed' : 'loaded'}`} onRetry={retry}>
          <p>{failure.message}</p>
          {data ? <p>The list below may be out of date.</p> : null}
        </LoadFailed>
      )}
      {state === 'open' && data?.previous === null && data.chatDeletion ? (
        <ChatDeletion request={data.chatDeletion} onConfirmed={refresh} />
      ) : null}
      {data ? <Items {...props} page={data} focusedBefore={focusedBefore} /> : null}
    </>
  )
}

interface ItemsProps extends InboxListProps {
  readonly page: CallResult<'list-inbox'>
  /** The element that had the focus when the list was last loaded again. */
  readonly focusedBefore: RefObject<Element | null>
}

const Items = ({ view, page, lastOpened, turned, onTurn, focusedBefore }: ItemsProps) => {
  const { state } = view
  const { items } = page
  const list = useRef<HTMLUListElement>(null)
  // The first item gets the focus if the pressed link no longer exists: the link to another page, or to an item that
  // has left the list. After a reload of the list, the focus stays where the admin has moved it since.
  const [focused] = useState(() => {
    const wasOpened = items.find(({ id }) => id === lastOpened)
    return (wasOpened ?? (turned || lastOpened !== undefined ? items[0] : undefined))?.id
  })
  useEffect(() => {
    const wasRemoved = focusedBefore.current?.isConnected === false
    if (wasRemoved && isFocusLost()) list.current?.querySelector('a')?.focus()
  }, [items, focusedBefore])
  if (items.length === 0)
    return (
      <EmptyState
        colour="admin"
        title={page.previous === null ? emptyTitles[state] : 'No more items'}
        action={page.previous === null ? null : <Link to={addressOf({ state })}>Back to the first page</Link>}
      >
        {state === 'open' && page.previous === null ? 'New tickets and contact messages appear here.' : null}
      </EmptyState>
    )
  return (
    <>
      <ul ref={list} className={styles.items} aria-label={`${stateTexts[state]} items`}>
        {items.map((item) => (
          <InboxRow
            key={item.id}
            item={item}
            to={addressOf({ ...view, item: item.id })}
            focused={item.id === focused}
          />
        ))}
      </ul>
      <Pages state={state} page={page} onTurn={onTurn} />
    </>
  )
}

interface PagesProps {
  readonly state: InboxState
  readonly page: CallResult<'list-inbox'>
  readonly onTurn: () => void
}

/** Links to the other pages of a list that has more than one. */
const Pages = ({ state, page: { previous, next }, onTurn }: PagesProps) =>
  previous === null && next === null ? null : (
    <nav className={styles.pages} aria-label="Pages of the inbox">
      {previous === null ? null : (
        <>
          <Link to={addressOf({ state })} onClick={onTurn}>
            First page
          </Link>
          <Link to={addressOf({ state, before: previous })} onClick={onTurn}>
            Previous page
          </Link>
        </>
      )}
      {next === null ? null : (
        <Link to={addressOf({ state, after: next })} onClick={onTurn}>
          Next page
        </Link>
      )}
    </nav>
  )

export default InboxSection
