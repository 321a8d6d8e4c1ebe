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

/** Matches the part of a resource that lists its decimal amounts, in the layout of the generated library. */
const schemas = /^( +)(?:request|response)Schema: \{\n[\s\S]*?\n\1\},\n/gm

/**
 * Leaves out the parts of Stripe's library that no function uses: more than half of its code, which takes 4 ms of each
 * cold start. The library creates every part with each client, so esbuild cannot tell that they are unused.
 *
 * Also leaves out the conversion of amounts with fractions of a penny (`unit_amount_decimal`) to the library's `Decimal`:
 * another 39 KB. No function reads them. In a bundle they are the strings that Stripe sends.
 */
export const withoutUnusedStripeResources: Plugin = {
  name: 'without-unused-stripe-resources',
  setup(builder) {
    builder.onLoad(
      {
        filter: /[\\/]stripe[\\/]esm[\\/](?:resources[\\/].*|resources|StripeEventNotificationHandler)\.js$/,
      },
      async ({ path }) => {
        const code = await readFile(path, 'utf8')
        return { contents: isUsed(path) ? code.replaceAll(schemas, '') : emptyClasses(code), loader: 'js' }
      },
    )
    builder.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]V2Coercion\.js$/ }, () => ({
      contents: `export const coerceV2RequestData = (data) => data
        export const coerceV2ResponseData = (data) => data`,
      loader: 'js',
    }))
    builder.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]Decimal\.js$/ }, () => ({
      contents: 'export const Decimal = undefined',
      loader: 'js',
    }))
  },
}

/** Replaces a part of the library's code. Fails if an update of the library has changed it. */
const replaceOnce = (code: string, part: string, replacement: string): string => {
  if (code.split(part).length !== 2) throw new Error(`Stripe's library does not contain this once: ${part}`)
  return code.replace(part, replacement)
}

/**
 * Makes the library format the stack of its caller for errors only, and not for each request. Functions run with source
 * maps, so for the first stack Node decodes the map of the whole bundle, which takes 25 ms.
 */
export const withoutStackPerStripeRequest: Plugin = {
  name: 'without-stack-per-stripe-request',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]StripeResource\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const unformatted = replaceOnce(code, 'callSiteStack = new Error().stack', 'callSite = new Error()')
      return {
        contents: replaceOnce(unformatted, '(err, callSiteStack)', '(err, callSite.stack)'),
        loader: 'js',
      }
    })
  },
}
