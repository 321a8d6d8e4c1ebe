import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { dayInWords } from '../../../../../shared/rules/london.ts'
import { nextWorkingDay } from '../../../../../shared/rules/opening-hours.ts'
import * as paths from '../../../lib/paths.ts'
import { serverNow } from '../../../lib/server-time.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../chat.module.css'
import type { Receipt } from './ticket-form.tsx'

const TicketForm = lazy(() => import('./ticket-form.tsx'))

/** Where members leave a question while the chat is closed, or kept out by their browser. */
export const TicketPanel = () => {
  const [receipt, setReceipt] = useState<Receipt>()
  return (
    <Card title="Submit a ticket" className={styles.panel} id="ticket">
      {receipt ? (
        <Sent receipt={receipt} onAnother={() => setReceipt(undefined)} />
      ) : (
        <div className={styles.flow}>
          <p>
            Leave your question with our advisers. You have an answer by mail by{' '}
            <strong>{dayInWords(nextWorkingDay(serverNow()))}</strong>.
          </p>
          <Suspense fallback={<Skeleton height="24rem" />}>
            <TicketForm onSent={setReceipt} />
          </Suspense>
        </div>
      )}
    </Card>
  )
}

const Sent = ({ receipt, onAnother }: { readonly receipt: Receipt; readonly onAnother: () => void }) => (
  <Alert
    kind="success"
    title="We have your ticket"
    actions={
      <Button variant="secondary" size="small" onClick={onAnother}>
        Submit another
      </Button>
    }
  >
    An adviser answers you by mail by <strong>{dayInWords(receipt.answeredBy)}</strong>. Your ticket is number{' '}
    {receipt.id}; a receipt is on its way, and you find it on your <Link to={paths.profile}>profile</Link>.
  </Alert>
)
