import type { Stage } from '#lib/stages.ts'
import { catalogueDifferences } from '../stripe/catalogue.ts'
import { connect, explainStripeError } from '../stripe/connect.ts'
import { readRequest } from '../stripe/request.ts'

/** The comparison of prices uses no site. A stage without a domain knows its address only after its deployment. */
const noSite = 'https://site.invalid'

/**
 * Compares the prices at Stripe with those that the pages will show, if the environment has a key of Stripe.
 *
 * @throws Error that lists the differences
 */
export const requireSamePrices = async ({ name, siteUrl }: Stage, env: NodeJS.ProcessEnv): Promise<void> => {
  if (!env['STRIPE_SECRET_KEY']) {
    console.log('Prices were not compared with Stripe: STRIPE_SECRET_KEY is not set.')
    return
  }
  const request = readRequest(['--stage', name, '--check', '--site', siteUrl ?? noSite], env)
  const differences = await catalogueDifferences(await connect(request)).catch((error: unknown) => {
    throw explainStripeError(error)
  })
  if (differences.length === 0) return
  throw new Error(
    [
      'Prices at Stripe differ from those of this release:',
      ...differences.map(({ text }) => `  ${text}`),
      `Run npm run stripe -- --stage ${name} first.`,
    ].join('\n'),
  )
}
