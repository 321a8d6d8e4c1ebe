import { loadTemplates } from './assembly.ts'

/** Synthesizes the templates into the cache, unless they are up to date. Runs in a separate process. */
await loadTemplates()
