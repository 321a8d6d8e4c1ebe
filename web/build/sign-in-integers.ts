import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const integers = fileURLToPath(new URL('../src/lib/sign-in-integer.ts', import.meta.url))

/**
 * Replaces the integers of the sign-in library by those of the browser: see `sign-in-integer.ts`. Fails the build if the
 * library has moved its own.
 */
export const signInIntegers = (): Plugin => {
  let replaced = false
  return {
    name: 'sign-in-integers',
    // Before the bundler's own resolver.
    enforce: 'pre',
    resolveId: {
      filter: { id: /[\\/]BigInteger\.mjs$/ },
      handler: (_id, importer) => {
        if (importer === undefined || !/@aws-amplify[\\/]auth/.test(importer)) return undefined
        replaced = true
        return integers
      },
    },
    generateBundle: () => {
      if (!replaced) throw new Error('The sign-in library has no BigInteger.mjs that could be replaced')
    },
  }
}
