import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url))
const outfile = fileURLToPath(new URL('../../../.cache/local/worker.mjs', import.meta.url))

/** Compiles worker.ts to plain JavaScript and returns the file's path. Takes a few milliseconds. */
export const buildWorkerFile = async (): Promise<string> => {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  return outfile
}
