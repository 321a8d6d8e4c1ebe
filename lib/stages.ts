import { brand } from '#shared/values/brand.ts'
import type { ChatConfig } from '#shared/values/chat.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import { readSettings, settingsFile, type StageSettings } from './stage-settings.ts'

/** Everything that differs between stages. Stacks read these values and never compare the stage's name. */
export interface Stage {
  /** Part of every unique resource name: `advice-<name>-data`. */
  readonly name: string
  readonly region: string
  /** True if data is retained when the stack is deleted and protected against deletion. */
  readonly protectsData: boolean
  /** True if buckets are emptied when the stack is deleted, so that a stage can be removed in one step. */
  readonly emptiesBuckets: boolean
  readonly logRetentionDays: 7 | 30 | 90
  /** True if Stripe is in live mode. Events of the opposite mode are rejected. */
  readonly stripeLiveMode: boolean
  /** Base URL of Stripe's API. Empty for the real one. */
  readonly stripeApiBase: string
  /** Origin of the hosted payment pages, which forms may submit to. */
  readonly checkoutOrigin: string
  /** The AWS account. CDK rejects credentials for another one. Undefined: that of the credentials. */
  readonly account: string | undefined
  /** The firewall before the distribution, in us-east-1. */
  readonly firewallArn: string | undefined
  /** The site's domain, with a certificate in us-east-1. Without it the site uses CloudFront's domain. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined
  /** URL of the site, if known before the deployment. Otherwise it is the distribution's URL. */
  readonly siteUrl: string | undefined
  /** Sender of all emails. Its domain must be a verified SES identity. */
  readonly mailFrom: string
  /**
   * True if SES may still be in its sandbox, where it checks the permission for the recipient's verified address too.
   */
  readonly emailsFromSandbox: boolean
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
  /** True if functions reserve concurrency, where cost could run away. A new account's quota is too small for it. */
  readonly reservesConcurrency: boolean
  /** True if browsers must use HTTPS for all subdomains of the site's domain too. */
  readonly hstsIncludeSubDomains: boolean
  /** Version ids of the origin secret that the API accepts, newest first. Empty: the current version. */
  readonly originSecretVersions: readonly string[]
  /**
   * The table that replaces the data stack's own table after a restore to a point in time, with its stream. Written by
   * `npm run ops -- restore`.
   */
  readonly restoredTable:
    | {
        readonly name: string
        readonly streamArn: string
        /** Set until the switch is complete. `from` is the table that was in use. */
        readonly unfinishedSwitch?: { readonly from: string } | undefined
      }
    | undefined
  /** The chat provider. Everything else works without one. */
  readonly chat: ChatConfig | undefined
  /** URLs of Cognito and S3 for browsers, if they are not AWS's own. */
  readonly endpoints: { readonly userPool: string; readonly library: string } | undefined
}

export const cloudStages = ['dev', 'staging', 'prod'] as const
export type CloudStage = (typeof cloudStages)[number]

export const isCloudStage = (name: string): name is CloudStage => cloudStages.some((one) => one === name)

/** Returns the name if it is a stage. Throws an error with the known stages otherwise. */
export const cloudStageNamed = (name: string): CloudStage => {
  if (isCloudStage(name)) return name
  throw new Error(`Unknown stage "${name}": use one of ${cloudStages.join(', ')}.`)
}

/** The stages, with true for those that take real money. */
export const stripeLiveModes: Readonly<Record<CloudStage, boolean>> = {
  dev: false,
  staging: false,
  prod: true,
}

/** Purposes of the stages. The settings of a stage say where it runs and whom it notifies. */
const purposes = {
  dev: { protectsData: false, emptiesBuckets: true, logRetentionDays: 7, emailsFromSandbox: true },
  staging: { protectsData: false, emptiesBuckets: true, logRetentionDays: 30, emailsFromSandbox: true },
  prod: {
    protectsData: true,
    emptiesBuckets: false,
    logRetentionDays: storagePeriods.logs.days,
    emailsFromSandbox: false,
  },
} as const satisfies Readonly<Record<CloudStage, Partial<Stage>>>

/** Settings that a stage cannot do without. */
const requiredSettings: Readonly<Record<CloudStage, readonly (keyof StageSettings)[]>> = {
  dev: [],
  staging: [],
  prod: ['siteDomain', 'certificateArn', 'mailFrom', 'alarmEmail'],
}

/** Returns the name of a secret of a stage. */
export const secretName = (stage: string, name: string): string => `/advice/${stage}/${name}`

/** Tags of all resources of a stage. Its budget counts by the tag `stage`. */
export const tagsOf = ({ name }: Pick<Stage, 'name'>) => ({ service: 'advice', stage: name }) as const

/** Name of the SES configuration set of a stage. */
export const configurationSetOf = ({ name }: Pick<Stage, 'name'>): string => `advice-${name}`

const missingSettings = (stage: CloudStage, settings: StageSettings): string[] => {
  const missing = requiredSettings[stage].filter((name) => settings[name] === undefined)
  const { siteDomain, certificateArn } = settings
  if ((siteDomain === undefined) === (certificateArn === undefined)) return missing
  return [...new Set([...missing, siteDomain === undefined ? 'siteDomain' : 'certificateArn'])]
}

/**
 * Returns the domain that passkeys are bound to.
 *
 * @throws Error if browsers would reject it, because the site is on another domain
 */
const passkeyDomainOf = ({ passkeyDomain: domain, siteDomain: host }: StageSettings): string | undefined => {
  if (domain === undefined || host === domain || host?.endsWith(`.${domain}`)) return domain
  throw new Error(
    `passkeyDomain "${domain}" must be the site's domain ${host ?? '(not set)'} or a parent of it.`,
  )
}

/**
 * Returns the values of a stage in AWS.
 *
 * @throws Error that names the missing settings
 */
export const cloudStage = (name: CloudStage, settings: StageSettings): Stage => {
  const missing = missingSettings(name, settings)
  if (missing.length > 0)
    throw new Error(`The stage ${name} needs ${missing.join(', ')} in ${settingsFile(name)}.`)
  const { siteDomain, certificateArn } = settings
  const domain = siteDomain && certificateArn ? { name: siteDomain, certificateArn } : undefined
  return {
    ...purposes[name],
    name,
    account: settings.account,
    region: settings.region,
    stripeLiveMode: stripeLiveModes[name],
    stripeApiBase: '',
    checkoutOrigin: 'https://checkout.stripe.com',
    firewallArn: settings.firewallArn,
    domain,
    siteUrl: domain && `https://${domain.name}`,
    mailFrom: settings.mailFrom ?? brand.supportEmail,
    alarmEmail: settings.alarmEmail,
    monthlyBudgetDollars: settings.monthlyBudgetDollars,
    passkeyDomain: passkeyDomainOf(settings),
    reservesConcurrency: settings.reservesConcurrency,
    hstsIncludeSubDomains: settings.hstsIncludeSubDomains,
    originSecretVersions: settings.originSecretVersions,
    restoredTable: settings.restoredTable,
    chat: settings.chat,
    endpoints: undefined,
  }
}

/**
 * Checks that staging and prod are in different accounts. In a shared account, a workflow that may deploy one could
 * also change the other.
 *
 * @throws Error that names the setting
 */
export const requireSeparateAccounts = (
  settings: Readonly<Record<'staging' | 'prod', Pick<StageSettings, 'account'>>>,
): void => {
  for (const name of ['staging', 'prod'] as const)
    if (settings[name].account === undefined)
      throw new Error(`Workflows deploy ${name} to one account only: set account in ${settingsFile(name)}.`)
  if (settings.staging.account === settings.prod.account)
    throw new Error(
      `account must differ in ${settingsFile('staging')} and ${settingsFile('prod')}: the workflow of staging may change its whole account.`,
    )
}

/** Reads a stage from its settings file. */
export const readStage = (name: string): Stage => {
  const stage = cloudStageNamed(name)
  return cloudStage(stage, readSettings(stage))
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
  account: undefined,
  region: 'eu-west-2',
  protectsData: false,
  emptiesBuckets: false,
  emailsFromSandbox: false,
  logRetentionDays: 7,
  stripeLiveMode: false,
  stripeApiBase: values.stripeApiBase,
  checkoutOrigin: new URL(values.stripeApiBase).origin,
  firewallArn: undefined,
  domain: undefined,
  siteUrl: values.siteUrl,
  mailFrom: brand.supportEmail,
  alarmEmail: undefined,
  monthlyBudgetDollars: 25,
  // Browsers allow passkeys on this host without HTTPS. The site's URL is known only once its server listens.
  passkeyDomain: 'localhost',
  reservesConcurrency: true,
  hstsIncludeSubDomains: false,
  originSecretVersions: [],
  restoredTable: undefined,
  chat: { provider: 'local', baseUrl: values.chatUrl },
  endpoints: { userPool: values.userPoolEndpoint, library: values.libraryOrigin },
})
