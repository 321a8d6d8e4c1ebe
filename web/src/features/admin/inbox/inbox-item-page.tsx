import { useCallback, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { InboxItemDetails } from '#shared/contract/inbox.ts'
import * as paths from '#shared/values/site-map.ts'
import { countryNames } from '#shared/values/library-facts.ts'
import { dayText, timeText } from '#web/lib/dates.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Button } from '#web/ui/button.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { isFocusLost } from '#web/ui/focus/is-focus-lost.ts'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { getInboxItem } from '../api.ts'
import { Gone, isGone } from '../components/gone.tsx'
import { OlderPages } from '../components/older-pages.tsx'
import { addressOf, viewOf } from './inbox-address.ts'
import { ItemBadges } from './inbox-row.tsx'
import styles from './inbox.module.css'
import { ItemActions } from './item-actions.tsx'
import { accessText, kindTexts, stateTexts } from './item-texts.ts'
import { replyDraft } from './reply-drafts.ts'
import { focusReply, ReplyForm } from './reply-form.tsx'
import { StoppedEmails } from './stopped-emails.tsx'
import { useTitle } from '../use-title.ts'

interface InboxItemPageProps {
  readonly id: string
  /** Address of the list. */
  readonly back: string
  /** Called with the id when the item is shown. */
  readonly onOpen: (id: string) => void
}

/** Messages after which the reply form is so far below that a button leads to it. */
const maxShortConversation = 3

const goneTitle = 'This item no longer exists'

/** An item of the inbox: who wrote, the question, the replies, and what an adviser can do. */
export const InboxItemPage = ({ id, back, onOpen }: InboxItemPageProps) => {
  const load = useCallback(() => getInboxItem(id), [id])
  const { data: item, failure, slow, reload, retry } = useLoaded(load)
  const notFound = isGone(failure)
  useTitle(
    notFound ? goneTitle : item && `${item.source === 'ticket' ? 'Ticket' : 'Message'} ${item.reference}`,
  )
  const heading = useFocusWhen<HTMLHeadingElement>(item !== undefined)
  useEffect(() => onOpen(id), [id, onOpen])
  useEffect(() => {
    // The control that was pressed no longer exists: an answered item has no form.
    if (item && isFocusLost()) heading.current?.focus()
  }, [item, heading])
  // The form of an unsent reply stays, even if another admin has replied.
  const hasForm = item?.state !== 'answered' || replyDraft(item.id) !== ''
  return (
    <article className={styles.page}>
      <Link to={back} className={styles.back}>
        <Icon name="arrow-left" size={18} />
        Back to the inbox
      </Link>
      {notFound ? (
        <Gone title={goneTitle}>
          The ticket or message has been deleted, or the address of this page is wrong.
        </Gone>
      ) : null}
      {failure === undefined || notFound ? null : (
        <LoadFailed title="This item could not be loaded" onRetry={retry}>
          {failure.message}
        </LoadFailed>
      )}
      {item === undefined && failure === undefined ? (
        <div role="status" className={styles.loading}>
          <Spinner label={slow ? 'Still loading the item' : 'Loading the item'} size={32} />
          {slow ? <p>This is taking longer than usual.</p> : null}
        </div>
      ) : null}
      {item === undefined || notFound ? null : (
        <>
          <h1 id={pageTitleId} ref={heading} tabIndex={-1} className={styles.title}>
            {item.topic}
          </h1>
          <ItemBadges item={item} />
          {hasForm && item.messages.length > maxShortConversation ? (
            <Button variant="secondary" className={styles.toForm} onClick={focusReply}>
              Write a reply
            </Button>
          ) : null}
          <Sender item={item} />
          <Conversation item={item} />
          <StoppedEmails item={item} />
          {hasForm ? <ReplyForm item={item} onSent={reload} /> : null}
          <ItemActions item={item} onChanged={reload} />
        </>
      )}
    </article>
  )
}

const Sender = ({ item }: { readonly item: InboxItemDetails }) => {
  const { sender, country } = item
  return (
    <section aria-label="Sender">
      <Facts>
        <dt>From</dt>
        <dd>
          {sender.userId === null ? (
            item.name
          ) : (
            <Link to={`${paths.adminUsers}?${new URLSearchParams({ person: sender.userId }).toString()}`}>
              {item.name}
            </Link>
          )}
        </dd>
        <dt>Email</dt>
        <dd>
          {withEmailBreaks(sender.email)}
          {sender.verified ? null : ' (not verified)'}
        </dd>
        <dt>Access</dt>
        <dd>
          {accessText(sender)}
          {sender.verified || sender.plan === null
            ? null
            : '. This is the account with that address. The sender may be somebody else.'}
        </dd>
        {country === null ? null : (
          <>
            <dt>Country</dt>
            <dd>{countryNames[country]}</dd>
          </>
        )}
        <dt>{item.source === 'ticket' ? 'Ticket' : 'Reference'}</dt>
        <dd>{item.reference}</dd>
        <dt>Kind</dt>
        <dd>
          <LiveText>{kindTexts[item.kind]}</LiveText>
        </dd>
        <dt>State</dt>
        <dd>
          <LiveText>{stateTexts[item.state]}</LiveText>
        </dd>
        {item.acknowledgedAt === null ? null : (
          <>
            <dt>Acknowledged</dt>
            <dd>{timeText(item.acknowledgedAt)}</dd>
          </>
        )}
        <dt>Earlier tickets</dt>
        <dd>{sender.earlierTickets.length === 0 ? 'None' : <EarlierTickets item={item} />}</dd>
      </Facts>
    </section>
  )
}

const earlierTicketsOf = ({ sender }: InboxItemDetails) => ({
  items: sender.earlierTickets,
  next: sender.ticketsNext,
})

const EarlierTickets = ({ item }: { readonly item: InboxItemDetails }) => {
  const [search] = useSearchParams()
  const first = earlierTicketsOf(item)
  return (
    <details>
      <summary>{first.next === undefined ? first.items.length : `More than ${first.items.length}`}</summary>
      <OlderPages
        kind="tickets"
        first={first}
        load={async (after) => earlierTicketsOf(await getInboxItem(item.id, after))}
      >
        {(tickets) => (
          <ul className={styles.earlier}>
            {tickets.map(({ id, topic, createdAt, inboxId }) => (
              <li key={id}>
                <Link to={addressOf({ ...viewOf(search), item: inboxId })}>{topic}</Link>{' '}
                <span className={styles.quiet}>
                  ({id}, {dayText(createdAt)})
                </span>
              </li>
            ))}
          </ul>
        )}
      </OlderPages>
    </details>
  )
}

const messageTitle = ({ from, text, acknowledges }: InboxItemDetails['messages'][number]): string => {
  if (from === 'member') return 'Follow-up question'
  if (acknowledges) return 'Acknowledgement'
  return text === null ? 'Answered elsewhere' : 'Our reply'
}

const Conversation = ({ item }: { readonly item: InboxItemDetails }) => (
  <section aria-label="Conversation">
    <ol className={styles.messages}>
      <li className={styles.message}>
        <h2 className={styles.messageTitle}>Question</h2>
        <p className={styles.quiet}>{timeText(item.receivedAt)}</p>
        <p dir="auto" className={styles.text}>
          {item.question}
        </p>
      </li>
      {item.messages.map((message) => (
        <li key={`${message.at} ${message.from}`} className={styles.message}>
          <h2 className={styles.messageTitle}>{messageTitle(message)}</h2>
          <p className={styles.quiet}>{timeText(message.at)}</p>
          {message.text === null ? null : (
            <p dir="auto" className={styles.text}>
              {message.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  </section>
)
