import type { Referral } from '../../../../../shared/contract/referrals.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'

interface Statistics {
  readonly name: string
  readonly links: number
  readonly uses: number
}

/** The links of each referrer put together, the most successful first. */
export const statisticsOf = (links: readonly Referral[]): Statistics[] => {
  const byName = new Map<string, Statistics>()
  for (const { referrer_name: name, used_count } of links) {
    const { links: count, uses } = byName.get(name) ?? { links: 0, uses: 0 }
    byName.set(name, { name, links: count + 1, uses: uses + used_count })
  }
  return [...byName.values()].toSorted((a, b) => b.uses - a.uses || a.name.localeCompare(b.name, 'en-GB'))
}

/** What each referrer's links brought; nothing to see until one of them was used. */
export const ReferrerStatistics = ({ links }: { links: readonly Referral[] }) => {
  if (!links.some(({ used_count }) => used_count > 0)) return null
  return (
    <Card title="Referral statistics">
      <DataTable
        caption="Uses of the present links by referrer"
        rows={statisticsOf(links)}
        rowKey={({ name }) => name}
        columns={[
          { label: 'Referrer', cell: ({ name }) => name },
          { label: 'Links', cell: (row) => row.links.toLocaleString('en-GB'), numeric: true },
          { label: 'Used', cell: ({ uses }) => uses.toLocaleString('en-GB'), numeric: true },
        ]}
      />
    </Card>
  )
}
