import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = (name: string): string => fileURLToPath(new URL(`../src/lib/${name}.ts`, import.meta.url))

/** Files of the sign-in library, by the package that imports them, and the modules that replace them. */
const parts = [
  { file: 'BigInteger.mjs', importer: /@aws-amplify[\\/]auth/, replacement: ours('sign-in-integer') },
  { file: 'SyncSessionStorage.mjs', importer: /@aws-amplify[\\/]core/, replacement: ours('sign-in-state') },
  { file: 'getNowString.mjs', importer: /@aws-amplify[\\/]auth/, replacement: ours('sign-in-time') },
]

/**
 * Replaces the integers of the sign-in library with the browser's own, its session storage with memory, and its clock
 * with the server's: see `sign-in-integer.ts`, `sign-in-state.ts` and `sign-in-time.ts`. Fails the build if the library
 * has moved its own modules.
 */
export const signInParts = (): Plugin => {
  const missing = new Set(parts.map(({ file }) => file))
  return {
    name: 'sign-in-parts',
    // Runs before the bundler's own resolver.
    enforce: 'pre',
    resolveId: {
      filter: { id: /[\\/](?:BigInteger|SyncSessionStorage|getNowString)\.mjs$/ },
      handler: (id, importer) => {
        const part = parts.find((one) => id.endsWith(`/${one.file}`))
        if (importer === undefined || !part?.importer.test(importer)) return undefined
        missing.delete(part.file)
        return part.replacement
      },
    },
    generateBundle: () => {
      if (missing.size > 0)
        throw new Error(`The sign-in library has no ${[...missing].join(' or ')} that could be replaced`)
    },
  }
}
