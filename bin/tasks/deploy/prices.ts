import type { Stage } from '#lib/stages.ts'
import { catalogueDifferences } from '../stripe/catalogue.ts'
import { connect, explainStripeError } from '../stripe/connect.ts'
import { readStripeOptions } from '../stripe/options.ts'

/**
 * The comparison of prices uses no site. The address of a stage without a domain is known only after its deployment.
 */
const noSite = 'https://site.invalid'

/** Returns why the prices cannot be compared yet, or undefined if they can. */
const reasonToSkip = (hasKey: boolean, { stripeLiveMode }: Stage, wasDeployed: boolean) => {
  // Stripe is set up after the first deployment, which creates the secret for its webhook.
  if (!wasDeployed) return 'this is the first deployment'
  if (hasKey || stripeLiveMode) return undefined
  return 'STRIPE_SECRET_KEY is not set'
}

/**
 * Compares the prices at Stripe with those that the pages will show. Without a key in the environment, a stage that
 * takes real money is not deployed; others are deployed without the comparison.
 *
 * @throws Error that lists the differences, or says that the key is missing
 */
export const requireSamePrices = async (
  stage: Stage,
  { wasDeployed }: { readonly wasDeployed: boolean },
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  const { name, siteUrl } = stage
  const hasKey = Boolean(env['STRIPE_SECRET_KEY'])
  const reason = reasonToSkip(hasKey, stage, wasDeployed)
  if (reason !== undefined) return console.log(`Prices were not compared with Stripe: ${reason}.`)
  if (!hasKey)
    throw new Error(
      `STRIPE_SECRET_KEY is not set. ${name} takes real money, so its prices are compared with Stripe before each deployment. A restricted key that reads products, prices and tax rates is enough.`,
    )
  const options = readStripeOptions(['--stage', name, '--check', '--site', siteUrl ?? noSite], env)
  const differences = await catalogueDifferences(await connect(options)).catch((error: unknown) => {
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
