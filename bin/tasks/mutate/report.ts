import type { Accepted } from './accepted.ts'
import type { Outcome } from './outcomes.ts'

/** `services/passes/pass.repository.ts` → `services/passes`. */
const domainOf = (file: string): string => file.split('/').slice(0, 2).join('/')

const shareOf = (outcomes: readonly Outcome[], isAccepted: Accepted['isAccepted']) => {
  const counted = outcomes.filter((outcome) => outcome.isKilled || !isAccepted(outcome))
  const killed = counted.filter(({ isKilled }) => isKilled).length
  return {
    killed,
    counted: counted.length,
    percent: counted.length === 0 ? 100 : (100 * killed) / counted.length,
  }
}

const describe = ({ site, change, isReached }: Outcome): string =>
  `  ${site.file}:${site.line}  ${change}${isReached ? '' : ' (no test reaches it)'}\n      ${site.code.slice(0, 160)}`

interface Findings {
  readonly outcomes: readonly Outcome[]
  readonly accepted: Accepted
  /** Tests that fail without a mutant when they are repeated. */
  readonly unreliable: ReadonlySet<string>
  /** In percent. */
  readonly goal: number
}

/** Prints the share of each domain and all survivors. Returns whether the goal is met and no entry is stale. */
export const report = ({
  outcomes,
  accepted: { isAccepted, stale },
  unreliable,
  goal,
}: Findings): boolean => {
  if (unreliable.size > 0) console.log('\nLeft out, because they fail when they are repeated:')
  for (const test of unreliable) console.log(`  ${test}`)
  let isMet = true
  for (const domain of new Set(outcomes.map(({ site }) => domainOf(site.file)))) {
    const ofDomain = outcomes.filter(({ site }) => domainOf(site.file) === domain)
    const survivors = ofDomain.filter((outcome) => !outcome.isKilled && !isAccepted(outcome))
    const { killed, counted, percent } = shareOf(ofDomain, isAccepted)
    const accepted = ofDomain.length - counted
    console.log(
      `\n${domain}: ${killed} of ${counted} mutants noticed, ${percent.toFixed(1)} % (goal ${goal} %); ${accepted} accepted with a reason`,
    )
    for (const survivor of survivors) console.log(describe(survivor))
    if (percent < goal) isMet = false
  }
  if (stale.length > 0) console.log('\nEntries of accepted-survivors.json that are stale:')
  for (const { file, code, change } of stale) console.log(`  ${file}  ${change}\n      ${code}`)
  return isMet && stale.length === 0
}
