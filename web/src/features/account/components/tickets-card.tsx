import { dayText } from '#web/lib/dates.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import styles from '../account.module.css'
import { listTickets } from '../api.ts'

/** Lists the account's tickets and when each will be answered. Shows nothing without tickets. */
export const TicketsCard = () => {
  const { result, retry } = useResult(listTickets)
  if (result.state === 'loading') return null
  if (result.state === 'failed')
    return (
      <LoadFailed title="Your tickets could not be loaded" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  const { data } = result.data
  if (data.length === 0) return null
  return (
    <Card title="Your tickets">
      <ul className={styles.tickets}>
        {data.map(({ id, topic, message, createdAt, answeredBy }) => (
          <li key={id} className={styles.ticket}>
            <strong>{topic}</strong>
            <p className={styles.detail}>
              Ticket {id}, sent on {dayText(createdAt)}. We&rsquo;ll reply by email by {dayText(answeredBy)}.
            </p>
            <details>
              <summary>Your question</summary>
              <p>{message}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
