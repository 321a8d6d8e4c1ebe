import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { callRecord } from './observe.ts'

/** File with the calls that the functions made while the tests of the operations ran. */
export const callsFile = '.cache/recorded-calls.json'

/** Returns the calls of the last run of the operations' tests. Throws if there was none. */
export const recordedCalls = () => {
  try {
    return z.array(callRecord).parse(JSON.parse(readFileSync(callsFile, 'utf8')))
  } catch (cause) {
    throw new Error('Run the tests of the operations first: vitest run --project operations', { cause })
  }
}
