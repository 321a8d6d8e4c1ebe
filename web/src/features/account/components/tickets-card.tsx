import { dayText } from '../../../lib/dates.ts'
import { useAnswer } from '../../../lib/use-answer.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import styles from '../account.module.css'
import { listTickets } from '../api/list-tickets.ts'

/** What the person asked out of hours, and by when it is answered. Nothing for who never asked. */
export const TicketsCard = () => {
  const { answer, retry } = useAnswer(listTickets)
  if (answer.state === 'loading') return null
  if (answer.state === 'failed')
    return (
      <LoadFailed title="Your tickets could not be loaded" onRetry={retry}>
        {answer.message}
      </LoadFailed>
    )
  const { data } = answer.data
  if (data.length === 0) return null
  return (
    <Card title="Your tickets">
      <ul className={styles.tickets}>
        {data.map(({ id, topic, message, createdAt, answeredBy }) => (
          <li key={id} className={styles.ticket}>
            <strong>{topic}</strong>
            <p className={styles.detail}>
              Ticket {id}, {dayText(createdAt)}. Answered by email by {dayText(answeredBy)}.
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
