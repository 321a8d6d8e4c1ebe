import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the cloud assemblies that this run synthesizes. */
    assemblies: string
  }
}

export const setup = (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'advice-synth-'))
  project.provide('assemblies', folder)
  return () => rmSync(folder, { recursive: true })
}
