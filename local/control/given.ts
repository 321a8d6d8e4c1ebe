import { createCheckout, verifySubscription } from '../../shared/contract/billing.ts'
import { signUp } from '../../shared/contract/identity.ts'
import type { SubscriptionPlan } from '../../shared/values/plans.ts'
import { keys } from '../../services/platform/table/keys.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { followLink, freshTokens, type Tokens } from './links.ts'
import { ControlError } from './router.ts'
import type { PersonKind } from './shapes.ts'
import { callOperation } from './site-client.ts'

/** The password of everybody whom the local cloud makes. */
export const everybodysPassword = 'Harbour-Lantern-42'

export interface GivenPerson extends Tokens {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly stripeCustomerId?: string
}

const numbers = new Map<string, number>()

/** `monthly-7@member.example`: nobody's address, and new each time. */
const newEmail = (as: PersonKind): string => {
  const number = (numbers.get(as) ?? 0) + 1
  numbers.set(as, number)
  const name = as.replace(/Member$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `${name}-${number}@member.example`
}

const form = (email: string) => ({
  firstName: 'Robin',
  lastName: 'Fernhollow',
  email,
  password: everybodysPassword,
  confirmPassword: everybodysPassword,
  companyName: 'Fernhollow Lettings (sample)',
  streetAddress: '3 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  numberOfEmployees: 2,
  userType: 'landlord' as const,
})

/** Signs somebody up and verifies the address by the mailed link, as a person would. */
const signUpPerson = async (cloud: Cloud, email: string): Promise<GivenPerson> => {
  await callOperation(cloud.handle, cloud.site, signUp, form(email))
  const landed = await followLink(cloud, email)
  const tokens = await freshTokens(cloud, landed.refreshToken)
  return { userId: landed.userId, email, password: everybodysPassword, ...tokens }
}

const subscribe = async (cloud: Cloud, person: GivenPerson, plan: SubscriptionPlan): Promise<GivenPerson> => {
  const { handle, site, stripe, dynamodb, model } = cloud
  const { url } = await callOperation(handle, site, createCheckout, { plan }, person.accessToken)
  const session = /cs_[A-Za-z0-9_]+/.exec(url)?.[0]
  if (!session) throw new Error(`${url} is not the address of a Checkout Session`)
  const paid = await stripe.pay(session, 'ok')
  if (paid.error !== undefined) throw new Error(`Paying failed: ${paid.error}`)
  await callOperation(handle, site, verifySubscription, { session_id: session }, person.accessToken)
  if (stripe.webhooks().mode === 'deliver') await cloud.settle()
  const { pk, sk } = keys.profile(person.userId)
  const [profile] = await dynamodb.items(model.tables[0]?.ref ?? '', pk, sk)
  return { ...person, stripeCustomerId: String(profile?.['stripe_customer_id']) }
}

const makeAdmin = async (cloud: Cloud, person: GivenPerson): Promise<GivenPerson> => {
  const [group] = cloud.model.people.groups
  if (!group) throw new Error('The templates have no group of admins')
  const body = { UserPoolId: group.userPoolId, Username: person.userId, GroupName: group.name }
  const { status, body: answer } = await cloud.cognito.handle('AdminAddUserToGroup', body)
  if (status !== 200) throw new Error(`AdminAddUserToGroup answered ${status}: ${JSON.stringify(answer)}`)
  return { ...person, ...(await freshTokens(cloud, person.refreshToken)) }
}

/** Operations that a state needs and that the service does not have yet. */
const missing: Partial<Record<PersonKind, string>> = {
  cancellingMember: 'cancel-subscription',
  pastDueMember: 'failing renewals in the seed of states',
  passHolder: 'create-one-time-payment',
  guest: 'create-guest-payment',
}

/** Makes somebody in a named state by walking the way that leads there; new each time unless named by address. */
export const givenPerson = async (cloud: Cloud, as: PersonKind, email?: string): Promise<GivenPerson> => {
  const lacking = missing[as]
  if (lacking)
    throw new ControlError(501, 'not_implemented', `A ${as} cannot be made yet: ${lacking} is missing.`)
  const person = await signUpPerson(cloud, (email ?? newEmail(as)).toLowerCase())
  if (as === 'monthlyMember') return subscribe(cloud, person, 'monthly')
  if (as === 'annualMember') return subscribe(cloud, person, 'annual')
  return as === 'admin' ? makeAdmin(cloud, person) : person
}
