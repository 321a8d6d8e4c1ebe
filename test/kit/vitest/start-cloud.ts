import { mkdirSync, writeFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startCloud } from '../cloud.ts'
import { callsFile } from '../recorded-calls.ts'
import { storeLogs } from '../recorded-logs.ts'

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
    await storeLogs('operations', cloud.site)
    await cloud.stop()
  }
}

/** Stores the calls that the functions made in this run. The permission tests read them afterwards. */
const storeCalls = async (site: string) => {
  const response = await fetch(`${site}/_local/calls`)
  mkdirSync('.cache', { recursive: true })
  writeFileSync(callsFile, await response.text())
}
