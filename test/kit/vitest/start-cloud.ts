import { mkdirSync, writeFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import * as z from 'zod'
import { startCloud } from '../cloud.ts'
import { callsFile } from '../calls-of-the-run.ts'
import { logsFile, tokensIn } from '../logs-of-the-run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    site: string
  }
}

/** Starts the cloud that the tests of a project share, or uses the one that LOCAL_SITE names. */
export const setup = async (project: TestProject) => {
  if (process.env.LOCAL_SITE !== undefined) {
    project.provide('site', process.env.LOCAL_SITE)
    return undefined
  }
  const cloud = await startCloud('operations')
  project.provide('site', cloud.site)
  return async () => {
    await storeCalls(cloud.site)
    await storeLogs(cloud.site)
    await cloud.stop()
  }
}

/** Stores the calls that the functions made in this run. The permission tests read them afterwards. */
const storeCalls = async (site: string) => {
  const response = await fetch(`${site}/_local/calls`)
  mkdirSync('.cache', { recursive: true })
  writeFileSync(callsFile, await response.text())
}

/** Stores what the functions logged in this run. The tests that search it run afterwards. */
const storeLogs = async (site: string) => {
  const read = async (path: string): Promise<unknown> => (await fetch(`${site}/_local/${path}`)).json()
  const emails = z.array(z.object({ links: z.array(z.string()) })).parse(await read('emails'))
  writeFileSync(logsFile, JSON.stringify({ lines: await read('logs'), tokens: tokensIn(emails) }))
}
