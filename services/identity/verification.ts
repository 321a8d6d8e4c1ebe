import type { SubscriptionPlan } from '../../shared/values/plans.ts'
import { linkLifeSeconds } from '../../shared/values/limits.ts'
import type { LinkRepository } from './link.repository.ts'

/** Where a verified sign-up continues, with the plan that the person had chosen. */
export const signUpLanding = (plan: SubscriptionPlan | undefined): `/${string}` =>
  plan === undefined ? '/signup-complete' : `/signup-complete?plan=${plan}`

/** Makes the link that verifies an address, ready to be written and mailed. */
export const verificationLink = (
  links: LinkRepository,
  siteUrl: string,
  person: { userId: string; email: string; name: string; plan: SubscriptionPlan | undefined; now: Date },
) => {
  const { path, write } = links.issue({ type: 'signup', redirect: signUpLanding(person.plan), ...person })
  return { url: `${siteUrl}${path}`, write, hours: linkLifeSeconds.signup / 3600 }
}
