import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secondsUntil } from './start.ts'

/** Generous: what is over its budget is to be reported with its number. */
const withinSeconds = 30

interface Change {
  readonly file: string
  /** Stands in the file; the replacement takes its place. */
  readonly text: string
  readonly replacement: (mark: string) => string
  readonly shows: (site: string, mark: string) => Promise<boolean>
}

const changeOfFunction: Change = {
  file: 'services/platform/http/exchange.ts',
  text: "'cache-control': 'no-store',",
  replacement: (mark) => `'cache-control': 'no-store', 'x-mark': '${mark}',`,
  // The function itself refuses plain text, so that the reply has its headers and nothing happens.
  shows: async (site, mark) => {
    const reply = await fetch(`${site}/functions/validate-referral`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: mark,
    })
    return reply.headers.get('x-mark') === mark
  },
}

const changeOfPage: Change = {
  file: 'web/src/content/home.ts',
  text: 'Live chat with experts',
  replacement: (mark) => `Live chat with experts ${mark}`,
  shows: async (site, mark) => (await (await fetch(site)).text()).includes(mark),
}

/** Changes a file twice and takes the second time: the first pays for what is loaded only once. */
const secondsLive = async (folder: string, site: string, change: Change): Promise<number> => {
  const path = join(folder, change.file)
  const before = readFileSync(path, 'utf8')
  if (!before.includes(change.text)) throw new Error(`${change.file} no longer has ${change.text}`)
  let seconds = 0
  for (const mark of ['mark-one', 'mark-two']) {
    writeFileSync(path, before.replace(change.text, change.replacement(mark)))
    seconds = await secondsUntil(`a change of ${change.file} is live`, () => change.shows(site, mark), {
      withinSeconds,
      everyMs: 20,
    })
  }
  return seconds
}

export const secondsOfFunctionChange = (folder: string, site: string) =>
  secondsLive(folder, site, changeOfFunction)

export const secondsOfPageChange = (folder: string, site: string) => secondsLive(folder, site, changeOfPage)
