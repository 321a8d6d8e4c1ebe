import { brand } from '#shared/values/brand.ts'
import type { ChatConfig } from '#shared/values/chat.ts'
import { chatOf } from './stage-chat.ts'
import { environmentName, type ConfigSource } from './config-source.ts'

/** Everything that differs between stages. Stacks read these values and never compare the stage's name. */
export interface Stage {
  /** Part of every unique resource name: `advice-<name>-data`. */
  readonly name: string
  readonly region: string
  /** Whether data is retained when the stack is deleted and protected against deletion. */
  readonly protectsData: boolean
  readonly logRetentionDays: 7 | 90
  /** Whether Stripe is in live mode. Events of the other mode are rejected. */
  readonly stripeLiveMode: boolean
  /** Base URL of Stripe's API. Empty for the real one. */
  readonly stripeApiBase: string
  /** Origin of the hosted payment pages, which forms may submit to. */
  readonly checkoutOrigin: string
  /** The site's domain, with a certificate in us-east-1. Without it the site uses CloudFront's domain. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined
  /** URL of the site, if known before the deployment. */
  readonly siteUrl: string | undefined
  /** Sender of all emails. Its domain must be a verified SES identity. */
  readonly mailFrom: string
  /** Address that alarm notifications are sent to. */
  readonly alarmEmail: string | undefined
  /** Monthly AWS budget in US dollars, the currency of AWS's bills. */
  readonly monthlyBudgetDollars: number
  /**
   * The domain that passkeys are bound to: the relying party id of WebAuthn. It is the site's domain or a parent of it.
   * Without it, passkeys are off. When it changes, no existing passkey works any more and browsers offer no way to
   * move one, so members sign in by password or link and add new ones (docs/identity.md).
   */
  readonly passkeyDomain: string | undefined
  /** The chat provider. Everything else works without one. */
  readonly chat: ChatConfig | undefined
  /** URLs of Cognito and S3 for browsers, if they are not AWS's own. */
  readonly endpoints: { readonly userPool: string; readonly library: string } | undefined
}

export const cloudStages = ['dev', 'prod'] as const
export type CloudStage = (typeof cloudStages)[number]

export const isCloudStage = (name: string): name is CloudStage => cloudStages.some((one) => one === name)

/** Whether a stage takes real money. */
export const stripeLiveModes: Readonly<Record<CloudStage, boolean>> = { dev: false, prod: true }

/** The region of every stage's table, functions and secrets. */
export const cloudRegion = 'eu-west-2'

/** Names of the stage's secrets that the operator stores. */
export const secretName = (stage: string, name: string): string => `/advice/${stage}/${name}`

const required = (stage: string, name: string, config: ConfigSource): string => {
  const value = config(name)
  if (value) return value
  throw new Error(
    `The stage "${stage}" needs ${name}: pass -c ${name}=… or set ${environmentName(name)} in the environment.`,
  )
}

/** Values that all stages in AWS share. */
const cloudDefaults = (config: ConfigSource) => ({
  region: cloudRegion,
  stripeApiBase: '',
  checkoutOrigin: 'https://checkout.stripe.com',
  mailFrom: config('mailFrom') ?? brand.supportEmail,
  chat: chatOf(config),
  endpoints: undefined,
})

const domainOf = (stage: string, config: ConfigSource) => ({
  domain: {
    name: required(stage, 'siteDomain', config),
    certificateArn: required(stage, 'certificateArn', config),
  },
  siteUrl: `https://${required(stage, 'siteDomain', config)}`,
})

/**
 * Returns the domain that passkeys are bound to.
 *
 * @throws Error if browsers would reject it, because the site is on another domain
 */
const passkeyDomainOf = (config: ConfigSource, siteUrl: string | undefined): string | undefined => {
  const domain = config('passkeyDomain')
  if (!domain) return undefined
  const host = siteUrl === undefined ? domain : new URL(siteUrl).hostname
  if (host === domain || host.endsWith(`.${domain}`)) return domain
  throw new Error(`passkeyDomain "${domain}" must be the site's domain "${host}" or a parent of it.`)
}

/** Returns the domain if there is one. A stage without one can set `siteUrl` to its CloudFront URL after deployment. */
const optionalDomainOf = (stage: string, config: ConfigSource) =>
  config('siteDomain') ? domainOf(stage, config) : { domain: undefined, siteUrl: config('siteUrl') }

const withPasskeys = <Site extends Pick<Stage, 'domain' | 'siteUrl'>>(site: Site, config: ConfigSource) => ({
  ...site,
  passkeyDomain: passkeyDomainOf(config, site.siteUrl),
})

/**
 * Returns the values of a stage in AWS.
 *
 * @throws Error that names the first missing value, or the known stages if the name is unknown
 */
export const cloudStage = (name: string, config: ConfigSource): Stage => {
  switch (name) {
    case 'dev':
      return {
        ...cloudDefaults(config),
        ...withPasskeys(optionalDomainOf(name, config), config),
        name,
        protectsData: false,
        logRetentionDays: 7,
        stripeLiveMode: stripeLiveModes[name],
        alarmEmail: config('alarmEmail'),
        monthlyBudgetDollars: 25,
      }
    case 'prod':
      return {
        ...cloudDefaults(config),
        ...withPasskeys(domainOf(name, config), config),
        name,
        protectsData: true,
        logRetentionDays: 90,
        stripeLiveMode: stripeLiveModes[name],
        alarmEmail: required(name, 'alarmEmail', config),
        monthlyBudgetDollars: 250,
      }
    default:
      throw new Error(`Unknown stage "${name}": use one of ${cloudStages.join(', ')}.`)
  }
}

export interface LocalValues {
  /** `http://localhost:3000` */
  readonly siteUrl: string
  readonly stripeApiBase: string
  /** URL of the chat emulator. */
  readonly chatUrl: string
  /** Origin of the Cognito emulator, for browsers. */
  readonly userPoolEndpoint: string
  /** Origin of the S3 emulator's library bucket, for browsers. */
  readonly libraryOrigin: string
}

/** Returns the stage of the local cloud. Its URLs are known only once its servers listen. */
export const localStage = (values: LocalValues): Stage => ({
  name: 'local',
  region: 'eu-west-2',
  protectsData: false,
  logRetentionDays: 7,
  stripeLiveMode: false,
  stripeApiBase: values.stripeApiBase,
  checkoutOrigin: new URL(values.stripeApiBase).origin,
  domain: undefined,
  siteUrl: values.siteUrl,
  mailFrom: brand.supportEmail,
  alarmEmail: undefined,
  monthlyBudgetDollars: 25,
  // Browsers allow passkeys on this host without HTTPS. The site's URL is known only once its server listens.
  passkeyDomain: 'localhost',
  chat: { provider: 'local', baseUrl: values.chatUrl },
  endpoints: { userPool: values.userPoolEndpoint, library: values.libraryOrigin },
})
