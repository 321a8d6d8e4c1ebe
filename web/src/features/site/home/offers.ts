import { passMinutes, planFacts, pounds, type Plan } from '../../../../../shared/values/plans.ts'

export interface Offer {
  readonly plan: Plan
  /** As it follows the amount. */
  readonly per: string
  readonly badge?: string
  readonly note: string
  readonly includes: readonly string[]
  readonly excludes?: string
  readonly action: string
  readonly to: string
}

/** What a year of monthly payments costs more than the annual plan, in pence. */
const annualSaving = 12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor

const everything = [
  'Live chat advice with experts',
  'The whole member library: guides, templates, videos',
  'Tickets answered the next working day',
  'England and Wales coverage',
] as const

export const offers: readonly Offer[] = [
  {
    plan: 'monthly',
    per: '/month',
    badge: 'Most Popular',
    note: 'Cancel anytime',
    includes: everything,
    action: 'Choose monthly',
    to: '/signup?plan=monthly',
  },
  {
    plan: 'annual',
    per: '/year',
    badge: 'Best Value',
    note: `Saves ${pounds(annualSaving)} versus monthly`,
    includes: everything,
    action: 'Choose annual',
    to: '/signup?plan=annual',
  },
  {
    plan: 'one-time',
    per: ' one time',
    note: 'No account needed',
    includes: [`${passMinutes} minutes of live chat advice and direct adviser support only`],
    excludes: 'No guides, templates, documents, videos or priority support.',
    action: 'Get one-time access',
    to: '/livechat',
  },
]
