import type { MonthNumbers, Numbers } from '#shared/contract/numbers.ts'
import { moneyText } from '#shared/rules/money.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Card } from '#web/ui/card.tsx'
import { monthText } from './month-text.ts'
import styles from './numbers.module.css'

/** Formats the questions of a month that were answered on time, of all that were due: `9 of 10`. */
const onTimeText = (month: MonthNumbers | undefined): string => {
  const { ticketsOnTime = 0, ticketsLate = 0 } = month ?? {}
  if (ticketsOnTime + ticketsLate === 0) return 'None due'
  return `${numberText(ticketsOnTime)} of ${numberText(ticketsOnTime + ticketsLate)}`
}

/** The figures of the last month, and the members of today. */
export const Summary = ({ numbers: { members, months } }: { numbers: Numbers }) => {
  const month = months.at(-1)
  // The figures are computed at night: the last month with figures may have ended.
  const when = month === undefined ? 'this month' : `in ${monthText(month)}`
  const facts: readonly (readonly [string, string | number])[] = [
    ['Monthly members', members.monthly],
    ['Annual members', members.annual],
    [`Joined ${when}`, month?.joined ?? 0],
    [`Left ${when}`, month?.left ?? 0],
    [`Income ${when}`, moneyText((month?.incomeMinor ?? 0) - (month?.returnedMinor ?? 0))],
    [`Passes sold ${when}`, month?.passesSold ?? 0],
    [`Chats ${when}`, month?.chats ?? 0],
    [`Questions answered on time ${when}`, onTimeText(month)],
    [`Referral sign-ups ${when}`, month?.referrals ?? 0],
  ]
  return (
    <Card title="Now">
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'number' ? numberText(value) : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
