import { useState } from 'react'
import type { Referral } from '#shared/contract/referrals.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { ShowMore } from '../components/show-more.tsx'

interface Statistics {
  readonly name: string
  readonly links: number
  readonly uses: number
}

/** Adds up the links and uses of each referrer. Returns the referrer with the most uses first. */
const statisticsOf = (links: readonly Referral[]): Statistics[] => {
  const byName = new Map<string, Statistics>()
  for (const { referrer_name: name, used_count } of links) {
    const { links: count, uses } = byName.get(name) ?? { links: 0, uses: 0 }
    byName.set(name, { name, links: count + 1, uses: uses + used_count })
  }
  return [...byName.values()].toSorted((a, b) => b.uses - a.uses || a.name.localeCompare(b.name, 'en-GB'))
}

/** Rows that are shown at first, and added by each press of the button. */
const rowsAtOnce = 50

/** Shows the uses of each referrer's links. Shows nothing until a link has been used. */
export const ReferrerStatistics = ({ links }: { links: readonly Referral[] }) => {
  const [limit, setLimit] = useState(rowsAtOnce)
  if (!links.some(({ used_count }) => used_count > 0)) return null
  const statistics = statisticsOf(links)
  return (
    <Card title="Referral statistics">
      <DataTable
        caption="Uses of current links by referrer"
        rows={statistics.slice(0, limit)}
        rowKey={({ name }) => name}
        columns={[
          { label: 'Referrer', cell: ({ name }) => name },
          { label: 'Links', cell: (row) => numberText(row.links), numeric: true },
          { label: 'Used', cell: ({ uses }) => numberText(uses), numeric: true },
        ]}
      />
      {statistics.length > limit ? (
        <ShowMore shown={limit} onPress={() => setLimit(limit + rowsAtOnce)}>
          {`Show more of ${numberText(statistics.length)} referrers`}
        </ShowMore>
      ) : null}
    </Card>
  )
}
