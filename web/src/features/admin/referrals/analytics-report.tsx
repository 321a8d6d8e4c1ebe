import { useState, type FormEvent } from 'react'
import { londonDayOf } from '#shared/rules/london.ts'
import { periodLabel, sixMonthsBefore } from '#shared/rules/referral-periods.ts'
import { groupings, type Grouping } from '#shared/values/groupings.ts'
import { numberText } from '#web/lib/number-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { BarChart } from '../components/bar-chart.tsx'
import { ShowMore } from '../components/show-more.tsx'
import { barsOf } from './analytics-bars.ts'
import { analyticsCsv, csvName, withByteOrderMark } from './analytics-csv.ts'
import styles from './referrals.module.css'
import { useReport, type Report } from './use-report.ts'

const labels: Readonly<Record<Grouping, string>> = { day: 'Day', week: 'Week', month: 'Month' }

const exportCsv = (report: Report) => {
  try {
    saveFile(csvName(report), withByteOrderMark(analyticsCsv(report)), 'text/csv;charset=utf-8')
  } catch {
    // The browser cannot save files. There are no further details to show.
    const description = 'Failed to export analytics data'
    toast({ title: 'Export Failed', description, variant: 'destructive' })
  }
}

const isGrouping = (value: string): value is Grouping => groupings.some((grouping) => grouping === value)

/** Shows the referral uses of a date range as a chart and a table, and exports them as a file. */
export const AnalyticsReport = () => {
  const [today] = useState(() => londonDayOf(serverNow()))
  const [startDate, setStartDate] = useState(sixMonthsBefore(today))
  const [endDate, setEndDate] = useState(today)
  const [groupBy, setGroupBy] = useState<Grouping>('month')
  const { report, busy, generate } = useReport()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    generate({ startDate, endDate, groupBy })
  }
  return (
    <Card title="Referral analytics">
      <form className={styles.range} noValidate onSubmit={submit}>
        <TextField
          type="date"
          label="Start date"
          value={startDate}
          onChange={(event) => setStartDate(event.target.value)}
        />
        <TextField
          type="date"
          label="End date"
          value={endDate}
          onChange={(event) => setEndDate(event.target.value)}
        />
        <SelectField
          label="Group by"
          options={groupings.map((value) => ({ value, label: labels[value] }))}
          value={groupBy}
          onChange={({ target }) => isGrouping(target.value) && setGroupBy(target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" loading={busy}>
            Generate Report
          </Button>
          <Button
            variant="secondary"
            disabled={report === undefined || busy}
            onClick={() => report && exportCsv(report)}
          >
            Export CSV
          </Button>
        </div>
      </form>
      {/* Screen readers announce the total and the range, but not the table, which may be long. */}
      <div role="status">{report ? <Total report={report} /> : null}</div>
      {report ? <ReportDetails key={rangeOf(report)} report={report} /> : null}
    </Card>
  )
}

const rangeOf = ({ startDate, endDate, groupBy }: Report): string =>
  `${periodLabel(startDate, 'day')} to ${periodLabel(endDate, 'day')}, by ${groupBy}`

const Total = ({ report }: { report: Report }) => (
  <>
    <p className={styles.total}>
      <strong>Total usage: {numberText(report.totalUsage)}</strong> <span>{rangeOf(report)}</span>
    </p>
    {report.rows.length === 0 ? (
      <p className={styles.quiet}>There were no sign-ups through referral links in this range.</p>
    ) : null}
  </>
)

/** Rows that are shown at first, and added by each press of the button. */
const rowsAtOnce = 100

const ReportDetails = ({ report }: { report: Report }) => {
  const [limit, setLimit] = useState(rowsAtOnce)
  const { groupBy, rows } = report
  if (rows.length === 0) return null
  return (
    <>
      <BarChart caption={`Uses by ${groupBy}, all referrers`} bars={barsOf(report)} />
      <DataTable
        caption={`Referral uses, ${rangeOf(report)}`}
        rows={rows.slice(0, limit)}
        rowKey={({ period, referrer }) => `${period} ${referrer}`}
        columns={[
          { label: 'Period', cell: ({ period }) => periodLabel(period, groupBy) },
          { label: 'Referrer', cell: ({ referrer }) => referrer },
          { label: 'Usage Count', cell: ({ count }) => numberText(count), numeric: true },
          {
            label: 'Unique Tokens',
            cell: (row) => numberText(row.uniqueTokens),
            numeric: true,
          },
        ]}
      />
      {rows.length > limit ? (
        <ShowMore shown={limit} onPress={() => setLimit(limit + rowsAtOnce)}>
          {`Show more of ${numberText(rows.length)} rows`}
        </ShowMore>
      ) : null}
    </>
  )
}
