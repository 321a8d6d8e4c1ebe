import type { Accepted } from './accepted.ts'
import type { Outcome } from './outcomes.ts'

/** `services/passes/pass.repository.ts` → `services/passes`. */
const domainOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Formats how many of the mutants were detected: `19 of 20 (95.0 %)`. */
const shareOf = (detected: number, all: number): string =>
  `${detected} of ${all} (${(all === 0 ? 100 : (100 * detected) / all).toFixed(1)} %)`

const describe = ({ site, change, isReached }: Outcome): string =>
  `  ${site.file}:${site.line}  ${change}${isReached ? '' : ' (no test reaches it)'}\n      ${site.code.slice(0, 160)}`

interface Findings {
  readonly outcomes: readonly Outcome[]
  readonly accepted: Accepted
  /** Tests that fail without a mutant when they are repeated. */
  readonly unreliable: ReadonlySet<string>
}

/** Prints the shares of each domain and all survivors. Returns whether each is accepted and no entry is stale. */
export const report = ({ outcomes, accepted: { reasonFor, stale }, unreliable }: Findings): boolean => {
  if (unreliable.size > 0) console.log('\nLeft out, because they fail when they are repeated:')
  for (const test of unreliable) console.log(`  ${test}`)
  for (const domain of new Set(outcomes.map(({ site }) => domainOf(site.file)))) {
    const domainOutcomes = outcomes.filter(({ site }) => domainOf(site.file) === domain)
    const detected = domainOutcomes.filter(({ isKilled }) => isKilled).length
    const survivors = domainOutcomes.filter(({ isKilled }) => !isKilled)
    const accepted = survivors.filter(reasonFor)
    console.log(
      `\n${domain}: ${shareOf(detected, domainOutcomes.length)} mutants detected, ${shareOf(detected, domainOutcomes.length - accepted.length)} without the ${accepted.length} accepted ones`,
    )
    for (const survivor of survivors.filter((one) => !reasonFor(one))) console.log(describe(survivor))
    for (const one of accepted) console.log(`${describe(one)}\n      accepted: ${reasonFor(one)}`)
  }
  if (stale.length > 0) console.log('\nEntries of accepted-survivors.json that are stale:')
  for (const { file, code, change } of stale) console.log(`  ${file}  ${change}\n      ${code}`)
  return stale.length === 0 && outcomes.every((one) => one.isKilled || reasonFor(one) !== undefined)
}
