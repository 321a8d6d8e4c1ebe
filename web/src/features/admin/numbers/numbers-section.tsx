import type { MonthNumbers, Numbers } from '#shared/contract/numbers.ts'
import { moneyText } from '#shared/rules/money.ts'
import { timeText } from '#web/lib/dates.ts'
import { numberText } from '#web/lib/number-text.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { getNumbers } from '../api.ts'
import { BarChart } from '../components/bar-chart.tsx'
import { monthText } from './month-text.ts'
import { Summary } from './summary.tsx'
import styles from './numbers.module.css'

type Figure = Exclude<keyof MonthNumbers, 'month'>

interface Chart {
  readonly title: string
  readonly caption: string
  /** The caption of the table, if it has more figures than the chart. */
  readonly tableCaption?: string
  /** Returns the value to draw, such as the difference of two figures. Default: the first figure. */
  readonly value?: (month: MonthNumbers) => number
  readonly figures: readonly { readonly label: string; readonly figure: Figure }[]
  readonly format?: (value: number) => string
  readonly note?: string
}

const charts: readonly Chart[] = [
  {
    title: 'Income',
    caption: 'Income by month, after refunds and disputes',
    tableCaption: 'Payments, refunds and income by month',
    value: ({ incomeMinor, returnedMinor }) => incomeMinor - returnedMinor,
    figures: [
      { label: 'Paid', figure: 'incomeMinor' },
      { label: 'Refunded or disputed', figure: 'returnedMinor' },
    ],
    format: moneyText,
    note: 'From Stripe, in the month of each payment, refund or dispute. Stripe’s fees are not deducted.',
  },
  {
    title: 'Members',
    caption: 'Members who joined by month',
    tableCaption: 'Members who joined and left by month',
    figures: [
      { label: 'Joined', figure: 'joined' },
      { label: 'Left', figure: 'left' },
    ],
    note: 'New and ended subscriptions. Members who return count as joined again.',
  },
  { title: 'Passes', caption: 'Passes sold by month', figures: [{ label: 'Sold', figure: 'passesSold' }] },
  {
    title: 'Chats',
    caption: 'Chats by month',
    figures: [{ label: 'Chats', figure: 'chats' }],
    note: 'Each member or pass holder counts once a day if both they and an adviser wrote. Days before this page was added are not counted.',
  },
  {
    title: 'Tickets',
    caption: 'Questions in tickets answered on time by month',
    tableCaption: 'Questions in tickets answered on time and late by month',
    figures: [
      { label: 'On time', figure: 'ticketsOnTime' },
      { label: 'Late', figure: 'ticketsLate' },
    ],
    note: 'In the month of the question. A follow-up question counts as well, in its own month. Questions that can still be answered on time are not counted, nor are those of deleted accounts.',
  },
  {
    title: 'Referrals',
    caption: 'Verified sign-ups through referral links by month',
    figures: [{ label: 'Sign-ups', figure: 'referrals' }],
  },
]

/** `/admin/numbers`: the figures of the business, as computed last night. */
const NumbersSection = () => {
  const { data, failure, slow, retry } = useLoaded(getNumbers)
  return (
    <>
      <PageHeading title="Numbers" lead="The last twelve months at a glance. Computed every night." />
      {failure === undefined ? null : (
        <LoadFailed title="The numbers could not be loaded" onRetry={retry}>
          {failure.message}
        </LoadFailed>
      )}
      {data === undefined && failure === undefined ? (
        <p role="status">
          <Spinner label="Loading the numbers" size={32} />
          {slow ? ' This is taking longer than usual.' : null}
        </p>
      ) : null}
      {data ? <Figures numbers={data} /> : null}
    </>
  )
}

const Figures = ({ numbers }: { numbers: Numbers }) => {
  if (numbers.computedAt === null) return <p>No numbers yet. They’re computed every night.</p>
  return (
    <>
      <p className={styles.computed}>Computed on {timeText(numbers.computedAt)}.</p>
      <div className={styles.cards}>
        <Summary numbers={numbers} />
        {charts.map((chart) => (
          <ChartCard key={chart.title} chart={chart} months={numbers.months} />
        ))}
      </div>
    </>
  )
}

const ChartCard = ({ chart, months }: { chart: Chart; months: readonly MonthNumbers[] }) => {
  const { title, caption, tableCaption = caption, figures, format = numberText, note } = chart
  const [main] = figures
  const valueOf = chart.value ?? ((month: MonthNumbers) => (main === undefined ? 0 : month[main.figure]))
  return (
    <Card title={title}>
      <BarChart
        caption={caption}
        bars={months.map((month) => ({ label: monthText(month), value: valueOf(month) }))}
        format={format}
      />
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <details className={styles.table}>
        <summary>
          Show the figures<span className="visually-hidden"> for {title.toLowerCase()}</span>
        </summary>
        <DataTable
          caption={tableCaption}
          rows={months.toReversed()}
          rowKey={({ month }) => month}
          columns={[
            { label: 'Month', cell: monthText },
            ...figures.map(({ label, figure }) => ({
              label,
              cell: (month: MonthNumbers) => format(month[figure]),
              numeric: true,
            })),
            ...(chart.value
              ? [{ label: title, cell: (month: MonthNumbers) => format(valueOf(month)), numeric: true }]
              : []),
          ]}
        />
      </details>
    </Card>
  )
}

export default NumbersSection
