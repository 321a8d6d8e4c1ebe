import { type ReactNode, useRef } from 'react'
import type { ListedTicket } from '#shared/contract/tickets.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import type { InboxKind } from '#shared/values/inbox.ts'
import { dayText, timeText } from '#web/lib/dates.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import styles from '../account.module.css'
import { FollowUpForm } from './follow-up-form.tsx'
import { useFirstRows } from './use-first-rows.ts'
import { ticketsId, useTicketsLink } from './use-tickets-link.ts'
import { useTickets } from './use-tickets.ts'

interface TicketListProps {
  /** Only members can ask follow-up questions. Undefined while the access is not known. */
  readonly isMember: boolean | undefined
  /** Newest first. */
  readonly tickets: readonly ListedTicket[]
  readonly isLoading: boolean
  /** Loads older tickets. Undefined if there are none. */
  readonly onMore: (() => void) | undefined
  readonly onAsked: () => void
}

interface TicketsCardProps extends Pick<TicketListProps, 'isMember'> {
  /** True if everything above the card is shown. */
  readonly isPlaced: boolean
}

/** Lists the account's tickets with their replies, and when each will be answered. Shows nothing without tickets. */
const TicketsCard = ({ isMember, isPlaced }: TicketsCardProps) => {
  const { data: tickets, failure, loading, retry, loadMore, reloadAll } = useTickets()
  useTicketsLink(isPlaced && tickets !== undefined)
  const failed = failure ? (
    <LoadFailed title={`${tickets ? 'Some' : 'Your'} tickets could not be loaded`} onRetry={retry}>
      {failure.message}
    </LoadFailed>
  ) : null
  if (tickets === undefined || tickets.data.length === 0) return failed
  return (
    <Card id={ticketsId} title="Your tickets">
      <TicketList
        tickets={tickets.data}
        isMember={isMember}
        isLoading={loading}
        onMore={tickets.next === undefined ? undefined : () => loadMore(tickets)}
        onAsked={() => reloadAll(tickets)}
      />
      {failed ? <div className={styles.ticketsFailed}>{failed}</div> : null}
    </Card>
  )
}

const TicketList = ({ tickets, isMember, isLoading, onMore, onAsked }: TicketListProps) => {
  const { list, shown, more } = useFirstRows(tickets, onMore)
  return (
    <>
      <ul ref={list} className={styles.tickets}>
        {shown.map((ticket) => (
          <TicketItem key={ticket.id} ticket={ticket} isMember={isMember} onAsked={onAsked} />
        ))}
      </ul>
      {more ? (
        <Button variant="quiet" size="small" loading={isLoading} onClick={more.show}>
          {more.text}
          <span className="visually-hidden"> tickets</span>
        </Button>
      ) : null}
    </>
  )
}

const statusText = ({ messages, answeredBy, state }: ListedTicket): string => {
  const reply = messages.findLast(({ acknowledges }) => !acknowledges)
  const isAnswered = reply?.from === 'adviser'
  const replied = isAnswered ? `We replied on ${dayText(reply.at)}.` : ''
  if (isAnswered && state !== 'open') return replied
  if (state === 'closed')
    return 'We closed this ticket without a reply. If you still have a question, please contact us.'
  const day = dayText(answeredBy)
  const next =
    answeredBy < londonDayOf(serverNow())
      ? `Our ${isAnswered ? 'next ' : ''}reply was due by ${day}. We’re sorry it’s late. We’ll reply by email as soon as we can.`
      : `We’ll reply ${isAnswered ? 'again ' : ''}by email by ${day}.`
  return isAnswered ? `${replied} ${next}` : next
}

interface TicketItemProps extends Pick<TicketListProps, 'isMember' | 'onAsked'> {
  readonly ticket: ListedTicket
}

const TicketItem = ({ ticket, isMember, onAsked }: TicketItemProps) => {
  const { id, topic, message, createdAt, messages, followUpUntil, kind } = ticket
  const item = useRef<HTMLLIElement>(null)
  const finish = () => {
    // The form disappears, so the focus moves to the ticket.
    item.current?.focus()
    onAsked()
  }
  return (
    <li ref={item} tabIndex={-1} className={styles.ticket}>
      <strong dir="auto">{topic}</strong>
      <p className={styles.detail}>
        Ticket {id}, sent on {dayText(createdAt)}. {statusText(ticket)}
      </p>
      <details>
        <summary>{messages.length === 0 ? 'Your question' : 'Your question and our reply'}</summary>
        <p dir="auto" className={styles.message}>
          {message}
        </p>
        {messages.map((one) => (
          <TicketMessage key={`${one.at} ${one.from}`} message={one} ticketKind={kind} />
        ))}
        {followUpUntil !== null && serverNow() < new Date(followUpUntil) ? (
          <FollowUp isMember={isMember}>
            <FollowUpForm id={id} seen={messages.at(-1)?.at} until={followUpUntil} onAsked={finish} />
          </FollowUp>
        ) : null}
      </details>
    </li>
  )
}

/** Shows the form to members, and tells everyone else why there is no form. */
const FollowUp = ({ isMember, children }: { isMember: boolean | undefined; children: ReactNode }) => {
  if (isMember === undefined) return null
  if (isMember) return children
  return (
    <p className={styles.detail}>You can ask a follow-up question while you have an active subscription.</p>
  )
}

/** Titles of the replies, the same as in their emails. */
const replyTitles: Readonly<Record<InboxKind, string>> = {
  question: 'Our adviser’s reply',
  complaint: 'Our response to your complaint',
  'data-protection': 'Our response to your data protection request',
}

interface TicketMessageProps {
  readonly message: ListedTicket['messages'][number]
  /** The kind of the ticket, for replies that have none of their own. */
  readonly ticketKind: InboxKind
}

const TicketMessage = ({ message, ticketKind }: TicketMessageProps) => {
  const { from, at, text, acknowledges, kind = ticketKind } = message
  // Tickets of an older server version have no kind.
  const reply = acknowledges ? 'Our acknowledgement' : (replyTitles[kind] ?? replyTitles.question)
  return (
    <div className={styles.reply}>
      <p className={styles.detail}>
        {from === 'member' ? 'Your follow-up question' : reply}, {timeText(at)}
      </p>
      <p dir="auto" className={styles.message}>
        {text ?? 'We replied by email. The reply is in your inbox.'}
      </p>
    </div>
  )
}

export default TicketsCard
