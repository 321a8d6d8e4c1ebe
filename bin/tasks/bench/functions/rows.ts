import type { FunctionDefinition } from '#platform/function.ts'

/** Highest permitted ratios to the bare function. */
export interface RatioBudget {
  readonly load: number
  readonly first: number
}

/** Times of a function, divided by the times of the bare function. */
export interface Ratio {
  readonly median: number
  /** Half the distance between the quartiles. */
  readonly spread: number
  readonly fastest: number
}

export interface FunctionRow {
  readonly name: string
  readonly kilobytes: number
  readonly load: Ratio
  /** Load and first response. Missing where the sample request was not accepted. */
  readonly first?: Ratio
  /** True if the sample request has to be accepted. */
  readonly mustRespond: boolean
  readonly budget: RatioBudget
}

/** Functions with PDF.js or the library that verifies passkeys. */
const heavy = new Set(['index-library-file', 'add-passkey', 'sign-in-with-passkey'])

/** Returns the budget of a function by the libraries that its permissions bring. */
export const budgetOf = ({ name, permissions }: FunctionDefinition): RatioBudget => {
  if (heavy.has(name)) return { load: 3, first: 3 }
  if (permissions.files || permissions.quarantine || permissions.email) return { load: 1.5, first: 1.5 }
  return permissions.stripe ? { load: 1.05, first: 1.05 } : { load: 0.75, first: 0.88 }
}

/** The fastest starts decide: other work on the machine can only add time. */
export const isWithinBudget = ({ load, first, budget, mustRespond }: FunctionRow): boolean =>
  load.fastest <= budget.load && (first === undefined ? !mustRespond : first.fastest <= budget.first)

const cells = (ratio: Ratio | undefined): string[] =>
  ratio === undefined
    ? ['', '']
    : [`${ratio.median.toFixed(2)} ± ${ratio.spread.toFixed(2)}`, ratio.fastest.toFixed(2)]

/** Formats the rows as a Markdown table, smallest bundle first. */
export const functionTable = (rows: readonly FunctionRow[]): string =>
  [
    '| Function | KB | Load | Fastest | Load and first response | Fastest | Budget | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows
      .toSorted((a, b) => a.kilobytes - b.kilobytes)
      .map((row) => {
        const { name, kilobytes, load, first, budget } = row
        const measured = [name, kilobytes.toFixed(1), ...cells(load), ...cells(first)]
        const verdict = isWithinBudget(row) ? 'within' : 'OVER'
        return `| ${[...measured, `${budget.load} / ${budget.first}`, verdict].join(' | ')} |`
      }),
  ].join('\n')
