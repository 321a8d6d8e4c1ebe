import type { Referral } from '#shared/contract/referrals.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

interface Statistics {
  readonly name: string
  readonly links: number
  readonly uses: number
}

/** Adds up the links and uses of each referrer. Returns the referrer with the most uses first. */
export const statisticsOf = (links: readonly Referral[]): Statistics[] => {
  const byName = new Map<string, Statistics>()
  for (const { referrer_name: name, used_count } of links) {
    const { links: count, uses } = byName.get(name) ?? { links: 0, uses: 0 }
    byName.set(name, { name, links: count + 1, uses: uses + used_count })
  }
  return [...byName.values()].toSorted((a, b) => b.uses - a.uses || a.name.localeCompare(b.name, 'en-GB'))
}

/** Shows the uses of each referrer's links. Shows nothing until a link has been used. */
export const ReferrerStatistics = ({ links }: { links: readonly Referral[] }) => {
  if (!links.some(({ used_count }) => used_count > 0)) return null
  return (
    <Card title="Referral statistics">
      <DataTable
        caption="Uses of current links by referrer"
        rows={statisticsOf(links)}
        rowKey={({ name }) => name}
        columns={[
          { label: 'Referrer', cell: ({ name }) => name },
          { label: 'Links', cell: (row) => numberText(row.links), numeric: true },
          { label: 'Used', cell: ({ uses }) => numberText(uses), numeric: true },
        ]}
      />
    </Card>
  )
}
