import { readSettings } from '#lib/stage-settings.ts'
import { cloudStages, isCloudStage, stripeLiveModes } from '#lib/stages.ts'
import { parseCommandLine } from '../command-line/options.ts'

export const usage = `npm run stripe -- --stage ${cloudStages.join('|')}|local [--check] [--delete-old-endpoints]
    [--site https://…] [--api-base http://localhost:…]

--check                  changes nothing, prints the differences, and fails if there are any
--delete-old-endpoints   deletes webhook endpoints of earlier API versions, once the new release is deployed
--site                   address of the site; default: the siteDomain of the stage's settings
--api-base               address of a local Stripe emulator, for the stage local only

STRIPE_SECRET_KEY in the environment is the key of the Stripe account.`

/** The settings of one run: the stage, its site and the API to call. */
export interface StripeOptions {
  readonly stage: string
  readonly check: boolean
  readonly deletesOldEndpoints: boolean
  /** Origin of the site, without a trailing slash. */
  readonly site: string
  readonly secretKey: string
  /** Address of a local emulator. Undefined for Stripe itself. */
  readonly apiBase: string | undefined
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
const isLoopback = (address: string): boolean =>
  URL.canParse(address) && loopbackHosts.has(new URL(address).hostname)

const options = {
  stage: { type: 'string' },
  check: { type: 'boolean', default: false },
  'delete-old-endpoints': { type: 'boolean', default: false },
  site: { type: 'string' },
  'api-base': { type: 'string' },
} as const

const siteOf = (stage: string, option: string | undefined, env: NodeJS.ProcessEnv): string | undefined => {
  if (option !== undefined) return option
  if (stage === 'local') return `http://localhost:${env['PORT'] ?? '3000'}`
  const domain = isCloudStage(stage) ? readSettings(stage).siteDomain : undefined
  return domain && `https://${domain}`
}

const siteProblem = (stage: string, site: string | undefined): string | undefined => {
  if (!site) return 'No site: pass --site https://…, or set siteDomain in the settings of the stage.'
  if (!URL.canParse(site)) return `"${site}" is not an address: --site must look like https://advice.example.`
  const isAllowed = new URL(site).protocol === 'https:' || (stage === 'local' && isLoopback(site))
  return isAllowed ? undefined : `The site ${site} must use https: Stripe delivers webhooks to it.`
}

/** Rejects keys of the wrong mode, so that a rehearsal never changes the account that takes real money. */
const keyProblem = (stage: string, key: string | undefined): string | undefined => {
  if (!key) return 'No key: set STRIPE_SECRET_KEY in the environment. It is under Developers, API keys.'
  const mode = /^(?:sk|rk)_(test|live)_/.exec(key)?.[1]
  if (mode === undefined)
    return 'STRIPE_SECRET_KEY is not a secret or restricted key: those start with sk_ or rk_.'
  const isLiveStage = isCloudStage(stage) && stripeLiveModes[stage]
  if (mode === 'live' && !isLiveStage) return `The stage ${stage} needs a test key, but the key is live.`
  return mode === 'test' && isLiveStage
    ? `The stage ${stage} needs a live key, but the key is a test key.`
    : undefined
}

const apiBaseProblem = (stage: string, apiBase: string | undefined): string | undefined => {
  if (apiBase === undefined) return undefined
  if (stage !== 'local') return '--api-base is only for the stage local.'
  return isLoopback(apiBase) ? undefined : `--api-base must be an address of this machine, not ${apiBase}.`
}

/**
 * Parses the command line and checks it before anything is read or changed.
 *
 * @throws Error that names everything that is missing or wrong, with the usage
 */
export const readStripeOptions = (args: readonly string[], env: NodeJS.ProcessEnv): StripeOptions => {
  const { values } = parseCommandLine({ args: [...args], options }, usage, env)
  const { stage = '', 'api-base': apiBase } = values
  const site = siteOf(stage, values.site, env)
  const secretKey = env['STRIPE_SECRET_KEY']
  const stageProblem =
    isCloudStage(stage) || stage === 'local'
      ? undefined
      : `${stage ? `Unknown stage "${stage}"` : 'No stage'}: pass --stage with ${cloudStages.join(', ')} or local.`
  const problems = stageProblem
    ? [stageProblem, secretKey ? undefined : keyProblem(stage, secretKey)]
    : [keyProblem(stage, secretKey), siteProblem(stage, site), apiBaseProblem(stage, apiBase)]
  const found = problems.filter((problem) => problem !== undefined)
  if (found.length > 0 || site === undefined || secretKey === undefined)
    throw new Error([...found, '', usage].join('\n'))
  return {
    stage,
    check: values.check,
    deletesOldEndpoints: values['delete-old-endpoints'],
    site: new URL(site).origin,
    secretKey,
    apiBase,
  }
}
