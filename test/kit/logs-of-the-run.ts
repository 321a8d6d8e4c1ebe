import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** File with the logs of the functions, and the secrets that were emailed, while the tests of the operations ran. */
export const logsFile = '.cache/logs-of-the-run.json'

const logsOfRun = z.object({
  lines: z.array(z.object({ at: z.string(), function: z.string(), text: z.string() })),
  tokens: z.array(z.string()),
})
export type LogsOfRun = z.infer<typeof logsOfRun>

/** Returns the logs of the last run of the operations' tests. Throws if there was none. */
export const logsOfTheRun = (): LogsOfRun => {
  try {
    return logsOfRun.parse(JSON.parse(readFileSync(logsFile, 'utf8')))
  } catch (cause) {
    throw new Error('Run the tests of the operations first: vitest run --project operations', { cause })
  }
}

/** Returns the tokens in the links of emails. */
export const tokensIn = (emails: readonly { readonly links: readonly string[] }[]): string[] => [
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
