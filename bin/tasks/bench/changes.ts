import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secondsUntil } from './start.ts'

/** Far above the budget, so that a slow result is still reported as a number. */
const withinSeconds = 30

interface Change {
  readonly file: string
  /** Text in the file that `replacement` replaces. */
  readonly text: string
  readonly replacement: (mark: string) => string
  readonly isLive: (site: string, mark: string) => Promise<boolean>
}

const changeOfFunction: Change = {
  file: 'services/platform/http/response.ts',
  text: "'cache-control': 'no-store',",
  replacement: (mark) => `'cache-control': 'no-store', 'x-mark': '${mark}',`,
  // The function rejects plain text, so the response has its headers and nothing changes.
  isLive: async (site, mark) => {
    const response = await fetch(`${site}/functions/validate-referral`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: mark,
    })
    return response.headers.get('x-mark') === mark
  },
}

const changeOfPage: Change = {
  file: 'web/src/content/home.ts',
  text: 'Live chat with experts',
  replacement: (mark) => `Live chat with experts ${mark}`,
  isLive: async (site, mark) => (await (await fetch(site)).text()).includes(mark),
}

/** Changes a file twice and returns the second time, because the first includes one-off loading. */
const secondsLive = async (folder: string, site: string, change: Change): Promise<number> => {
  const path = join(folder, change.file)
  const before = readFileSync(path, 'utf8')
  if (!before.includes(change.text)) throw new Error(`${change.file} no longer contains ${change.text}`)
  let seconds = 0
  for (const mark of ['mark-one', 'mark-two']) {
    writeFileSync(path, before.replace(change.text, change.replacement(mark)))
    seconds = await secondsUntil(`a change of ${change.file} is live`, () => change.isLive(site, mark), {
      withinSeconds,
      everyMs: 20,
    })
  }
  return seconds
}

export const secondsOfFunctionChange = (folder: string, site: string) =>
  secondsLive(folder, site, changeOfFunction)

export const secondsOfPageChange = (folder: string, site: string) => secondsLive(folder, site, changeOfPage)
