import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder for what is synthesized during this run. */
    assemblies: string
  }
}

export const setup = (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'advice-synth-'))
  project.provide('assemblies', folder)
  return () => rmSync(folder, { recursive: true })
}
