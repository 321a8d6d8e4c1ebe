import { brand } from '../shared/values/brand.ts'
import type { ChatConfig } from '../shared/values/chat.ts'
import { chatOf } from './stage-chat.ts'
import { environmentName, type GivenValue } from './given-values.ts'

/** Everything that differs between stages. No stack asks which stage it is in: it reads these values. */
export interface Stage {
  /** Part of every name that must be unique: `advice-<name>-data`. */
  readonly name: string
  readonly region: string
  /** Data outlives the stack, and nobody deletes it by accident. */
  readonly protectsData: boolean
  readonly logRetentionDays: 7 | 90
  /** Whether Stripe moves real money; an event of the other mode is refused. */
  readonly stripeLiveMode: boolean
  /** Where Stripe's API is; empty for Stripe's own. */
  readonly stripeApiBase: string
  /** Where the hosted payment pages are: a form may lead there. */
  readonly checkoutOrigin: string
  /** The site's own domain, with a certificate of region us-east-1; without one CloudFront's name serves. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined
  /** The address people type, where it is known before the stage is deployed. */
  readonly siteUrl: string | undefined
  /** Sender of all mails; its domain must be a verified identity of SES. */
  readonly mailFrom: string
  /** Who hears of alarms. */
  readonly alarmEmail: string | undefined
  /** What AWS may charge for it in a month before somebody is told, in US dollars, in which AWS bills. */
  readonly monthlyBudgetDollars: number
  /** Whose chat it is; undefined where there is none yet: everything else works without. */
  readonly chat: ChatConfig | undefined
  /** Where browsers find AWS, when it is not AWS that answers. */
  readonly endpoints: { readonly userPool: string; readonly library: string } | undefined
}

export const cloudStages = ['dev', 'prod'] as const
export type CloudStage = (typeof cloudStages)[number]

const required = (stage: string, name: string, given: GivenValue): string => {
  const value = given(name)
  if (value) return value
  throw new Error(
    `The stage "${stage}" needs ${name}: pass -c ${name}=… or set ${environmentName(name)} in the environment.`,
  )
}

const inTheCloud = (given: GivenValue) => ({
  region: 'eu-west-2',
  stripeApiBase: '',
  checkoutOrigin: 'https://checkout.stripe.com',
  mailFrom: given('mailFrom') ?? brand.supportEmail,
  chat: chatOf(given),
  endpoints: undefined,
})

const domainOf = (stage: string, given: GivenValue) => ({
  domain: {
    name: required(stage, 'siteDomain', given),
    certificateArn: required(stage, 'certificateArn', given),
  },
  siteUrl: `https://${required(stage, 'siteDomain', given)}`,
})

/** A stage without a domain can name its CloudFront address as `siteUrl` once it knows it. */
const perhapsDomainOf = (stage: string, given: GivenValue) =>
  given('siteDomain') ? domainOf(stage, given) : { domain: undefined, siteUrl: given('siteUrl') }

/** The values of a stage in AWS. Throws with the name of the first needed value that is missing. */
export const cloudStage = (name: string, given: GivenValue): Stage => {
  switch (name) {
    case 'dev':
      return {
        ...inTheCloud(given),
        ...perhapsDomainOf(name, given),
        name,
        protectsData: false,
        logRetentionDays: 7,
        stripeLiveMode: false,
        alarmEmail: given('alarmEmail'),
        monthlyBudgetDollars: 25,
      }
    case 'prod':
      return {
        ...inTheCloud(given),
        ...domainOf(name, given),
        name,
        protectsData: true,
        logRetentionDays: 90,
        stripeLiveMode: true,
        alarmEmail: required(name, 'alarmEmail', given),
        monthlyBudgetDollars: 250,
      }
    default:
      throw new Error(`There is no stage "${name}": choose one of ${cloudStages.join(', ')}.`)
  }
}

export interface LocalValues {
  /** `http://localhost:3000` */
  readonly siteUrl: string
  readonly stripeApiBase: string
  /** Where the stand-in for the chat is. */
  readonly chatUrl: string
  /** Origin of the stand-in for the user pool, for browsers. */
  readonly userPoolEndpoint: string
  /** Origin of the stand-in for the library bucket, for browsers. */
  readonly libraryOrigin: string
}

/** The stage of the cloud on one machine: its addresses are known only when its servers listen. */
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
  chat: { provider: 'local', baseUrl: values.chatUrl },
  endpoints: { userPool: values.userPoolEndpoint, library: values.libraryOrigin },
})
