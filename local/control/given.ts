import { Stripe } from 'stripe'
import { cancelSubscription, createCheckout, verifySubscription } from '../../shared/contract/billing.ts'
import { signUp } from '../../shared/contract/identity.ts'
import { verifyGuestPass, verifyPayment } from '../../shared/contract/passes.ts'
import { planFacts, type SubscriptionPlan } from '../../shared/values/plans.ts'
import { keys } from '../../services/platform/table/keys.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { followLink, freshTokens, mailComes, type Tokens } from './links.ts'
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

/**
 * Sends the form. Sign-up takes its time to answer, so that nobody learns from it which addresses are taken; whoever
 * has the mail need not wait for that.
 */
const sendForm = async (cloud: Cloud, email: string): Promise<void> => {
  const waiting = new AbortController()
  const mailed = mailComes(cloud, email, waiting.signal)
  const answered = callOperation(cloud.handle, cloud.site, signUp, form(email))
  // Whichever comes second has nothing to add.
  for (const either of [answered, mailed]) either.catch(() => undefined)
  await Promise.race([answered, mailed]).finally(() => waiting.abort())
}

/** Signs somebody up and verifies the address by the mailed link, as a person would. */
const signUpPerson = async (cloud: Cloud, email: string): Promise<GivenPerson> => {
  await sendForm(cloud, email)
  const landed = await followLink(cloud, email)
  const tokens = await freshTokens(cloud, landed.refreshToken)
  return { userId: landed.userId, email, password: everybodysPassword, ...tokens }
}

const openCheckout = async (cloud: Cloud, person: GivenPerson, plan: SubscriptionPlan): Promise<string> => {
  const { handle, site } = cloud
  const { url } = await callOperation(handle, site, createCheckout, { plan }, person.accessToken)
  const session = /cs_[A-Za-z0-9_]+/.exec(url)?.[0]
  if (!session) throw new Error(`${url} is not the address of a Checkout Session`)
  return session
}

const pay = async ({ stripe }: Cloud, session: string): Promise<void> => {
  const paid = await stripe.pay(session, 'ok')
  if (paid.error !== undefined) throw new Error(`Paying failed: ${paid.error}`)
}

const withCustomer = async ({ dynamodb, model }: Cloud, person: GivenPerson) => {
  const { pk, sk } = keys.profile(person.userId)
  const [profile] = await dynamodb.items(model.tables[0]?.ref ?? '', pk, sk)
  return { ...person, stripeCustomerId: String(profile?.['stripe_customer_id']) }
}

const subscribe = async (cloud: Cloud, person: GivenPerson, plan: SubscriptionPlan): Promise<GivenPerson> => {
  const { handle, site, stripe } = cloud
  const session = await openCheckout(cloud, person, plan)
  await pay(cloud, session)
  await callOperation(handle, site, verifySubscription, { session_id: session }, person.accessToken)
  if (stripe.webhooks().mode === 'deliver') await cloud.settle()
  return withCustomer(cloud, person)
}

const makeAdmin = async (cloud: Cloud, person: GivenPerson): Promise<GivenPerson> => {
  const [group] = cloud.model.people.groups
  if (!group) throw new Error('The templates have no group of admins')
  const body = { UserPoolId: group.userPoolId, Username: person.userId, GroupName: group.name }
  const { status, body: answer } = await cloud.cognito.handle('AdminAddUserToGroup', body)
  if (status !== 200) throw new Error(`AdminAddUserToGroup answered ${status}: ${JSON.stringify(answer)}`)
  return { ...person, ...(await freshTokens(cloud, person.refreshToken)) }
}

const dayMs = 24 * 3600_000
/** Longer than any month, with the hour that Stripe gives a draft before it charges. */
const aMonthAgoMs = 32 * dayMs

/**
 * Pays on a day a month ago with a card that fails from then on: the first renewal, on the way back to
 * today, is refused. Only the payment is made in the past, so nobody else's time moves.
 */
const subscribeAndFallBehind = async (cloud: Cloud, person: GivenPerson): Promise<GivenPerson> => {
  const session = await openCheckout(cloud, person, 'monthly')
  const { clock } = cloud
  const aheadMs = clock.now().getTime() - Date.now()
  clock.set(new Date(clock.now().getTime() - aMonthAgoMs))
  try {
    await pay(cloud, session)
    await cloud.settle()
    const member = await withCustomer(cloud, person)
    cloud.stripe.setCard(member.stripeCustomerId, 'decline')
    return member
  } finally {
    clock.set(new Date(Date.now() + aheadMs))
    await cloud.settle()
  }
}

const cancel = async (cloud: Cloud, member: GivenPerson): Promise<GivenPerson> => {
  await callOperation(cloud.handle, cloud.site, cancelSubscription, {}, member.accessToken)
  await cloud.settle()
  return member
}

/** Pays for a pass at the provider, as a page that was opened in opening hours does: at any hour. */
const buyPass = async (
  cloud: Cloud,
  metadata: Readonly<Record<string, string>>,
  buyer: { readonly userId?: string; readonly email?: string | undefined },
) => {
  const { site, stripe } = cloud
  const { hostname, port } = new URL(stripe.url)
  const api = new Stripe(stripe.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  const { data } = await api.prices.list({ lookup_keys: [planFacts['one-time'].lookupKey] })
  const session = await api.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
    success_url: `${site}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site}/payment-canceled`,
    ...(buyer.userId === undefined ? {} : { client_reference_id: buyer.userId }),
    ...(buyer.email === undefined ? {} : { customer_email: buyer.email }),
    metadata,
  })
  await pay(cloud, session.id)
  return session.id
}

const holdPass = async (cloud: Cloud, person: GivenPerson): Promise<GivenPerson> => {
  const session_id = await buyPass(cloud, { kind: 'pass', user_id: person.userId }, person)
  await callOperation(cloud.handle, cloud.site, verifyPayment, { session_id }, person.accessToken)
  return person
}

/** Somebody without an account who holds a paid guest pass. */
const givenGuest = async (
  cloud: Cloud,
  email: string | undefined,
): Promise<{ readonly guestKey: string }> => {
  const session_id = await buyPass(cloud, { kind: 'guest-pass' }, { email })
  const answer = await callOperation(cloud.handle, cloud.site, verifyGuestPass, { session_id })
  if (!('guest_key' in answer)) throw new Error(`The paid session gave no key: ${answer.status}`)
  return { guestKey: answer.guest_key }
}

type Way = (cloud: Cloud, person: GivenPerson) => Promise<GivenPerson>

/** What follows the sign-up, for each kind of person. */
const ways: Readonly<Record<Exclude<PersonKind, 'guest'>, Way>> = {
  user: async (_cloud, person) => person,
  monthlyMember: (cloud, person) => subscribe(cloud, person, 'monthly'),
  annualMember: (cloud, person) => subscribe(cloud, person, 'annual'),
  cancellingMember: async (cloud, person) => cancel(cloud, await subscribe(cloud, person, 'monthly')),
  pastDueMember: subscribeAndFallBehind,
  passHolder: holdPass,
  admin: makeAdmin,
}

/** Makes somebody in a named state by walking the way that leads there; new each time unless named by address. */
export const givenPerson = async (
  cloud: Cloud,
  as: PersonKind,
  email?: string,
): Promise<GivenPerson | { readonly guestKey: string }> =>
  as === 'guest' ? givenGuest(cloud, email) : givenAccount(cloud, as, email)

/** Makes somebody with an account. */
export const givenAccount = async (
  cloud: Cloud,
  as: Exclude<PersonKind, 'guest'>,
  email?: string,
): Promise<GivenPerson> => ways[as](cloud, await signUpPerson(cloud, (email ?? newEmail(as)).toLowerCase()))
