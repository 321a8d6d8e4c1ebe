import type { Numbers } from '#shared/contract/numbers.ts'
import { moneyText } from '#web/lib/money.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './numbers.module.css'

/** The figures of the current month, and the members of today. */
export const Summary = ({ numbers: { members, months } }: { numbers: Numbers }) => {
  const month = months.at(-1)
  const facts: readonly (readonly [string, string | number])[] = [
    ['Monthly members', members.monthly],
    ['Annual members', members.annual],
    ['Joined this month', month?.joined ?? 0],
    ['Left this month', month?.left ?? 0],
    ['Income this month', moneyText((month?.incomeMinor ?? 0) - (month?.returnedMinor ?? 0))],
    ['Passes sold this month', month?.passesSold ?? 0],
  ]
  return (
    <Card title="Now">
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'number' ? value.toLocaleString('en-GB') : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
