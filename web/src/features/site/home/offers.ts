import { planBadges } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { passMinutes, planFacts, pounds, type Plan } from '#shared/values/plans.ts'

export interface Offer {
  readonly plan: Plan
  /** Text after the amount, for example '/month'. */
  readonly per: string
  readonly badge?: string
  readonly note: string
  readonly includes: readonly string[]
  readonly excludes?: string
  readonly action: string
  readonly to: string
}

/** Saving of the annual plan compared with twelve monthly payments, in pence. */
const annualSaving = 12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor

const subscriptionFeatures = [
  'Live chat advice with experts',
  'The whole member library: guides, templates and videos',
  'Tickets answered the next working day',
  'England and Wales coverage',
] as const

export const offers: readonly Offer[] = [
  {
    plan: 'monthly',
    per: '/month',
    badge: planBadges.monthly,
    note: 'Cancel anytime',
    includes: subscriptionFeatures,
    action: 'Choose monthly',
    to: `${paths.signUp}?plan=monthly`,
  },
  {
    plan: 'annual',
    per: '/year',
    badge: planBadges.annual,
    note: `Saves ${pounds(annualSaving)} versus monthly`,
    includes: subscriptionFeatures,
    action: 'Choose annual',
    to: `${paths.signUp}?plan=annual`,
  },
  {
    plan: 'one-time',
    per: ' one time',
    note: 'No account needed',
    includes: [`${passMinutes} minutes of live chat advice and direct adviser support only`],
    excludes: 'No guides, templates, documents, videos or priority support.',
    action: 'Get one-time access',
    to: paths.liveChat,
  },
]
