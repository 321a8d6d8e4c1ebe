import type { FunctionDefinition } from '#platform/function.ts'

/** Highest permitted ratios to the bare function. */
export interface RatioBudget {
  readonly load: number
  readonly first: number
}

/** What was measured of one function. Everything but the size is divided by the bare function's. */
export interface FunctionRow {
  readonly name: string
  readonly kilobytes: number
  readonly load: number
  readonly loadProcessor: number
  /** Half the distance between the quartiles, as a share of the median. */
  readonly loadSpread: number
  /** Missing where the sample request has no successful response, as of most admin operations. */
  readonly first?: number
  readonly firstProcessor?: number
  readonly firstSpread?: number
  readonly budget: RatioBudget
}

/** Functions that send through SES, or contain PDF.js or the library that verifies passkeys. */
const heavy = new Set(['index-library-file', 'add-passkey', 'sign-in-with-passkey'])

/** Returns the budget of a function by the libraries that its permissions bring. */
export const budgetOf = ({ name, permissions }: FunctionDefinition): RatioBudget => {
  if (heavy.has(name)) return { load: 3, first: 3 }
  if (permissions.stripe || permissions.files || permissions.quarantine || permissions.email)
    return { load: 1.05, first: 1.05 }
  return { load: 0.75, first: 0.88 }
}

/** Processor time decides, because waiting for other programs is not the function's doing. */
export const isWithinBudget = ({ loadProcessor, firstProcessor, budget }: FunctionRow): boolean =>
  loadProcessor <= budget.load && (firstProcessor ?? 0) <= budget.first

const ratio = (value: number | undefined) => value?.toFixed(2) ?? ''
const withSpread = (value: number | undefined, spread: number | undefined) =>
  value === undefined || spread === undefined ? '' : `${ratio(value)} ± ${(value * spread).toFixed(2)}`

/** Formats the rows as a Markdown table, smallest bundle first. */
export const functionTable = (rows: readonly FunctionRow[]): string =>
  [
    '| Function | KB | Load | Load, processor | First response | First response, processor | Budget | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows
      .toSorted((a, b) => a.kilobytes - b.kilobytes)
      .map((row) => {
        const cells = [
          row.name,
          row.kilobytes.toFixed(1),
          withSpread(row.load, row.loadSpread),
          ratio(row.loadProcessor),
          withSpread(row.first, row.firstSpread),
          ratio(row.firstProcessor),
          `${row.budget.load} / ${row.budget.first}`,
          isWithinBudget(row) ? 'within' : 'OVER',
        ]
        return `| ${cells.join(' | ')} |`
      }),
  ].join('\n')
