import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dayWithWeekday } from '#shared/rules/london.ts'
import { nextWorkingDay } from '#shared/rules/working-days.ts'
import * as paths from '#shared/values/site-map.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { serverNow } from '#web/lib/server-time.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusReplacement, headingIn } from '#web/ui/focus/focus-replacement.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../chat.module.css'
import type { Receipt } from './ticket-form.tsx'

const TicketForm = lazyPart('The ticket form could not be loaded', () => import('./ticket-form.tsx'))

const panelId = 'ticket'
const receivedTitle = 'We’ve received your ticket'

const panel = () => document.getElementById(panelId)
const firstField = () => panel()?.querySelector('input')

/** Shows the result to a member who has gone to another page during a slow request. */
const reportReceipt = ({ answeredBy }: Receipt): void =>
  toast({
    title: receivedTitle,
    description: `An adviser will email you an answer by ${dayWithWeekday(answeredBy)}.`,
  })

/** Ticket form for members while the chat is closed or does not load. */
export const TicketPanel = () => {
  const [receipt, setReceipt] = useState<Receipt>()
  const isShown = useIsShown()
  const finish = (sent: Receipt) => {
    if (!isShown.current) return reportReceipt(sent)
    setReceipt(sent)
    focusReplacement(() => headingIn(panel()))
  }
  const startAnother = () => {
    setReceipt(undefined)
    focusReplacement(firstField)
  }
  return (
    <Card title="Submit a ticket" className={styles.panel} id={panelId}>
      {receipt ? (
        <Sent receipt={receipt} onAnother={startAnother} />
      ) : (
        <div className={styles.flow}>
          <p>
            Send your question to our advisers. They’ll email you an answer by{' '}
            <strong>{dayWithWeekday(nextWorkingDay(serverNow()))}</strong>.
          </p>
          <p>
            The answer is an adviser’s reply to your question. We don’t draft or review documents or letters.
          </p>
          <TicketForm props={{ onSent: finish }} placeholder={<Skeleton height="24rem" />} />
        </div>
      )}
    </Card>
  )
}

const Sent = ({ receipt, onAnother }: { readonly receipt: Receipt; readonly onAnother: () => void }) => (
  <Alert
    kind="success"
    title={receivedTitle}
    actions={
      <Button variant="secondary" size="small" onClick={onAnother}>
        Submit another
      </Button>
    }
  >
    An adviser will email you an answer by <strong>{dayWithWeekday(receipt.answeredBy)}</strong>. Your ticket
    number is {receipt.id}. We’re emailing you a receipt, and you can see the ticket on your{' '}
    <Link to={paths.profileTickets}>profile</Link>.
  </Alert>
)
