import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { stripeResources } from '#shared/values/stripe-resources.ts'

/** Files and folders of the parts that functions use: `invoices` is in `Invoices.js`, `checkout` in `Checkout/`. */
const usedFiles = new Set(stripeResources.map((name) => name.charAt(0).toUpperCase() + name.slice(1)))

const isUsed = (path: string): boolean => {
  const file = /[\\/]resources[\\/](\w+)/.exec(path)?.[1]
  return file !== undefined && usedFiles.has(file)
}

/** Returns the classes of a module without their content. `OAuthResource` is the only class that a module re-exports. */
const emptyClasses = (code: string): string =>
  [...code.matchAll(/^export (?:class (\w+)|\{ (OAuthResource) \})/gm)]
    .map(([, own, exportedAgain]) => `export class ${own ?? exportedAgain} {}`)
    .join('\n')

/**
 * Leaves out the parts of Stripe's library that no function uses: more than half of its code, which takes 4 ms of each
 * cold start. The library creates every part with each client, so esbuild cannot tell that they are unused.
 */
export const withoutUnusedStripeResources: Plugin = {
  name: 'without-unused-stripe-resources',
  setup(builder) {
    builder.onLoad(
      {
        filter: /[\\/]stripe[\\/]esm[\\/](?:resources[\\/].*|resources|StripeEventNotificationHandler)\.js$/,
      },
      async ({ path }) =>
        isUsed(path) ? undefined : { contents: emptyClasses(await readFile(path, 'utf8')), loader: 'js' },
    )
  },
}
