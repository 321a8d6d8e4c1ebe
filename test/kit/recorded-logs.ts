import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** `npm test` empties this folder first, so that a run without logs is detected. */
const folder = '.cache/logs-of-the-run'

/** The tests that use a local cloud. */
export const runsWithACloud = ['operations', 'journeys'] as const
export type RunWithACloud = (typeof runsWithACloud)[number]

const fileOf = (run: RunWithACloud): string => join(folder, `${run}.json`)

const logsOfRun = z.object({
  lines: z.array(z.object({ at: z.string(), function: z.string(), text: z.string() })),
  tokens: z.array(z.string()),
})
type LogsOfRun = z.infer<typeof logsOfRun>

/** Returns the logs of the last run of a project. Throws if there was none. */
export const recordedLogs = (run: RunWithACloud): LogsOfRun => {
  try {
    return logsOfRun.parse(JSON.parse(readFileSync(fileOf(run), 'utf8')))
  } catch (cause) {
    throw new Error(`There are no logs of the ${run}: npm test stores them`, { cause })
  }
}

/** Stores what the functions of a cloud logged, and the secrets that were emailed. */
export const storeLogs = async (run: RunWithACloud, site: string): Promise<void> => {
  const read = async (path: string): Promise<unknown> => (await fetch(`${site}/_local/${path}`)).json()
  const emails = z.array(z.object({ links: z.array(z.string()) })).parse(await read('emails'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(run), JSON.stringify({ lines: await read('logs'), tokens: tokensIn(emails) }))
}

/** Returns the tokens in the links of emails. */
const tokensIn = (emails: readonly { readonly links: readonly string[] }[]): string[] => [
  ...new Set(
    emails
      .flatMap(({ links }) => links)
      .filter((link) => URL.canParse(link))
      .flatMap((link) => {
        const { searchParams, hash } = new URL(link)
        return [searchParams.get('token'), new URLSearchParams(hash.slice(1)).get('token')]
      })
      .filter((token) => token !== null),
  ),
]
