import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondsOfFunctionChange, secondsOfPageChange } from './bench/changes.ts'
import { copyOfProject } from './bench/copy.ts'
import { blockingNote, comparisonFigures, comparisonRow, comparisonTable } from './bench/comparison-table.ts'
import { pageLoads, type LibraryLoad } from './bench/loads.ts'
import { longListTimes, type LongListTimes } from './bench/long-list.ts'
import { runPart } from './bench/parts.ts'
import { readOrEnd } from './command-line/options.ts'
import { formatText } from './format/format-text.ts'
import { readBenchOptions, type BenchOptions } from './bench/options.ts'
import { comparePages, type Comparison } from './bench/page-times.ts'
import { bundleFigures } from './bench/sizes.ts'
import { startIn } from './bench/start.ts'
import { type Figure, isWithin, recordPage, table } from './bench/table.ts'
import { testTime } from './bench/test-time.ts'
import { visitsTo, type Visit } from './bench/visits.ts'
import { readRunRecord } from './test/run-record.ts'

/**
 * `npm run bench`: measures a copy of the project against the budgets, and compares its pages with static copies of
 * themselves. `--record` writes docs/bench.md. `--page /pricing` only compares this page, in the project itself.
 * `--rounds <n>` sets the number of loads. The time of `npm test` is read from its last complete run. `--functions`,
 * `--load` and `--scale` measure these alone: bench/parts.ts.
 */

/**
 * Time after the start in which the cloud builds its pages once in advance, in milliseconds. Measuring starts
 * afterwards.
 */
const settlingMs = 15_000

const publicPages = ['/', '/pricing', '/faq']

const siteFolderOf = (folder: string) => join(folder, 'dist', 'web')

const compareIn = async (folder: string, visits: readonly Visit[], rounds: number) => {
  const cloud = await startIn(folder)
  try {
    await sleep(settlingMs)
    // Each result is shown immediately, because all take ten minutes and a later page may fail.
    const show = (comparison: Comparison) => console.log(comparisonRow(comparison))
    return await comparePages(cloud.site, siteFolderOf(folder), visits, rounds, show)
  } finally {
    await cloud.stop()
  }
}

const libraryFigures = (load: LibraryLoad, list: LongListTimes): Figure[] => [
  {
    what: '/library, signed in: JavaScript on the wire',
    value: load.scriptKibibytes,
    budget: 72,
    unit: 'KiB',
  },
  {
    what: '/library, signed in: JavaScript on the wire, after a search',
    value: load.searchedScriptKibibytes,
    budget: 80,
    unit: 'KiB',
  },
  {
    what: '/library with 1,000 guides: Show all, longest task',
    value: list.showAllMs,
    budget: 100,
    unit: 'ms',
  },
  {
    what: '/library with 1,000 guides: return to their tab, longest task',
    value: list.returnMs,
    budget: 100,
    unit: 'ms',
  },
]

const startAndChange = async (folder: string): Promise<Figure[]> => {
  const first = await startIn(folder)
  await first.stop()
  const second = await startIn(folder, first.port)
  try {
    await sleep(settlingMs)
    const functionSeconds = await secondsOfFunctionChange(folder, second.site)
    const pageSeconds = await secondsOfPageChange(folder, second.site)
    const loads = await pageLoads(second.site, publicPages)
    const longList = await longListTimes(second.site)
    return [
      {
        what: 'npm start, installed, nothing built: ready',
        value: first.readySeconds,
        budget: 15,
        unit: 's',
      },
      { what: 'npm start, repeated: ready', value: second.readySeconds, budget: 5, unit: 's' },
      { what: 'changed function is live', value: functionSeconds, budget: 0.5, unit: 's' },
      { what: 'changed page is live', value: pageSeconds, budget: 1, unit: 's' },
      ...loads.publicPages.flatMap((page): Figure[] => [
        { what: `${page.path}: on the wire`, value: page.kibibytes, budget: 60, unit: 'KiB' },
        { what: `${page.path}: JavaScript on the wire`, value: page.scriptKibibytes, budget: 5, unit: 'KiB' },
        { what: `${page.path}: requests`, value: page.requests, budget: 6, unit: '' },
        {
          what: `${page.path}: on the wire, after pointing at every control`,
          value: page.pointedAtKibibytes,
          budget: 110,
          unit: 'KiB',
        },
      ]),
      ...libraryFigures(loads.library, longList),
    ]
  } finally {
    await second.stop()
  }
}

const report = (figures: readonly Figure[], comparisons: readonly Comparison[], notes: readonly string[]) => {
  const all = [...figures, ...comparisonFigures(comparisons)]
  const parts = [table(all), comparisonTable(comparisons), [blockingNote(comparisons), ...notes].join(' ')]
  console.log(`\n${parts.join('\n\n')}`)
  process.exitCode = all.every(isWithin) ? 0 : 1
  return parts.join('\n\n')
}

const measureEverything = async (rounds: number, record: boolean): Promise<void> => {
  const copy = copyOfProject(process.cwd())
  try {
    const test = testTime(readRunRecord())
    const figures = [...(await startAndChange(copy.folder)), ...(await bundleFigures()), ...test.figures]
    const comparisons = await compareIn(copy.folder, visitsTo(undefined), rounds)
    const text = report(figures, comparisons, [test.note])
    if (!record) return
    const page = recordPage(text, new Date().toISOString().slice(0, 10))
    writeFileSync('docs/bench.md', await formatText('docs/bench.md', page))
  } finally {
    copy.remove()
  }
}

const run = async (options: BenchOptions): Promise<void> => {
  if (options.part === 'everything') return measureEverything(options.rounds, options.record)
  if (options.part !== 'page') return runPart(options)
  report([], await compareIn(process.cwd(), visitsTo(options.page), options.rounds), [])
}

await run(await readOrEnd(() => readBenchOptions(process.argv.slice(2), process.env)))
