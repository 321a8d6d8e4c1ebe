import { availableParallelism, cpus } from 'node:os'

export interface Figure {
  readonly what: string
  readonly value: number
  readonly budget: number
  readonly unit: string
}

export const isWithin = ({ value, budget }: Figure): boolean => value <= budget

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1))

/** Formats the figures as a Markdown table. */
export const table = (figures: readonly Figure[]): string =>
  [
    '| What | Measured | Budget | |',
    '| --- | ---: | ---: | --- |',
    ...figures.map((figure) => {
      const { what, value, budget, unit } = figure
      return `| ${what} | ${shown(value)} ${unit} | ${shown(budget)} ${unit} | ${isWithin(figure) ? 'within' : 'OVER'} |`
    }),
  ].join('\n')

/** Returns docs/bench.md: the results and the machine on which they were measured. */
export const recordPage = (results: string, today: string): string => `# Measurements

Recorded by \`npm run bench -- --record\` on ${today}: Node.js ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}).

${results}
`
