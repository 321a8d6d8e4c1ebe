import type { TestProject } from 'vitest/node'
import { startCloud } from '../cloud.ts'

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
  return () => cloud.stop()
}
