import { cancelSubscription, createCheckout, verifySubscription } from '#shared/contract/subscriptions.ts'
import { signUp } from '#shared/contract/identity.ts'
import { verifyGuestPass, verifyPayment } from '#shared/contract/passes.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { keys } from '#platform/table/keys.ts'
import { tableNameOf, type Cloud } from '#local/cloud/cloud.ts'
import { refreshTokens, useEmailedLink, waitForEmail, type Tokens } from './links.ts'
import type { AccountKind } from './bodies.ts'
import { createCustomer, openPassCheckout } from './pass-purchase.ts'
import { stepUp } from './second-factor.ts'
import { callOperation } from './site-client.ts'

/** The password of every account that the local cloud creates. */
export const seedPassword = 'Harbour-Lantern-42'

export interface GivenAccount extends Tokens {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly stripeCustomerId?: string
}

const form = (email: string) => ({
  firstName: 'Robin',
  lastName: 'Fernhollow',
  email,
  password: seedPassword,
  confirmPassword: seedPassword,
  companyName: 'Fernhollow Lettings (sample)',
  streetAddress: '3 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  numberOfEmployees: 2,
  userType: 'landlord' as const,
})

/**
 * Sends the sign-up form and waits for the email or the response, whichever is first. Sign-up delays its response so
 * that its timing does not reveal which addresses have an account.
 */
const sendForm = async (cloud: Cloud, email: string): Promise<void> => {
  const waiting = new AbortController()
  const emailed = waitForEmail(cloud, email, waiting.signal)
  const responded = callOperation(cloud.handle, cloud.site, signUp, form(email))
  // Only the first of the two matters, so a rejection of the other is ignored.
  for (const promise of [responded, emailed]) promise.catch(() => undefined)
  await Promise.race([responded, emailed]).finally(() => waiting.abort())
}

/** Signs up and verifies the address with the emailed link. */
const signUpAccount = async (cloud: Cloud, email: string): Promise<GivenAccount> => {
  await sendForm(cloud, email)
  const { userId, refreshToken } = await useEmailedLink(cloud, email)
  const tokens = await refreshTokens(cloud, refreshToken)
  return { userId, email, password: seedPassword, ...tokens }
}

const openCheckout = async (cloud: Cloud, account: GivenAccount, plan: SubscriptionPlan): Promise<string> => {
  const { handle, site } = cloud
  const { url } = await callOperation(handle, site, createCheckout, { plan }, account.accessToken)
  const session = /cs_[A-Za-z0-9_]+/.exec(url)?.[0]
  if (!session) throw new Error(`${url} is not the address of a Checkout Session`)
  return session
}

const pay = async ({ stripe }: Cloud, session: string): Promise<void> => {
  const paid = await stripe.pay(session, 'ok')
  if (paid.error !== undefined) throw new Error(`The payment failed: ${paid.error}`)
}

const withCustomer = async (cloud: Cloud, account: GivenAccount) => {
  const { pk, sk } = keys.profile(account.userId)
  const [profile] = await cloud.dynamodb.items(tableNameOf(cloud), pk, sk)
  return { ...account, stripeCustomerId: String(profile?.['stripe_customer_id']) }
}

const subscribe = async (
  cloud: Cloud,
  account: GivenAccount,
  plan: SubscriptionPlan,
): Promise<GivenAccount> => {
  const { handle, site, stripe } = cloud
  const session = await openCheckout(cloud, account, plan)
  await pay(cloud, session)
  await callOperation(handle, site, verifySubscription, { session_id: session }, account.accessToken)
  if (stripe.webhooks().mode === 'deliver') await cloud.waitUntilIdle()
  return withCustomer(cloud, account)
}

/** Adds a user to the group of admins. */
export const addToAdmins = async (cloud: Cloud, userId: string): Promise<void> => {
  const [group] = cloud.model.cognito.groups
  if (!group) throw new Error('The templates have no group of admins')
  const body = { UserPoolId: group.userPoolId, Username: userId, GroupName: group.name }
  const reply = await cloud.cognito.handle('AdminAddUserToGroup', body)
  if (reply.status !== 200)
    throw new Error(`AdminAddUserToGroup returned ${reply.status}: ${JSON.stringify(reply.body)}`)
}

const becomeAdmin = async (cloud: Cloud, account: GivenAccount): Promise<GivenAccount> => {
  await addToAdmins(cloud, account.userId)
  const tokens = await refreshTokens(cloud, account.refreshToken)
  await stepUp(cloud, tokens.accessToken)
  return { ...account, ...tokens }
}

const dayMs = 24 * 3600_000
/** Longer than any month plus the hour for which Stripe keeps a draft invoice open. */
const aMonthAgoMs = 32 * dayMs

/**
 * Pays a month ago with a card that declines every later charge. The first renewal fails when the clock returns to
 * today. Only the payment is made in the past, so that no other account's time changes.
 */
const subscribeAndFallBehind = async (cloud: Cloud, account: GivenAccount): Promise<GivenAccount> => {
  const session = await openCheckout(cloud, account, 'monthly')
  const { clock } = cloud
  const aheadMs = clock.now().getTime() - Date.now()
  clock.set(new Date(clock.now().getTime() - aMonthAgoMs))
  try {
    await pay(cloud, session)
    await cloud.waitUntilIdle()
    const member = await withCustomer(cloud, account)
    cloud.stripe.setCard(member.stripeCustomerId, 'decline')
    return member
  } finally {
    clock.set(new Date(Date.now() + aheadMs))
    await cloud.waitUntilIdle()
  }
}

const cancel = async (cloud: Cloud, member: GivenAccount): Promise<GivenAccount> => {
  await callOperation(cloud.handle, cloud.site, cancelSubscription, {}, member.accessToken)
  await cloud.waitUntilIdle()
  return member
}

const holdPass = async (cloud: Cloud, account: GivenAccount): Promise<GivenAccount> => {
  const stripeCustomerId = await createCustomer(cloud, account)
  const session_id = await openPassCheckout(cloud, { userId: account.userId, customer: stripeCustomerId })
  await pay(cloud, session_id)
  await callOperation(cloud.handle, cloud.site, verifyPayment, { session_id }, account.accessToken)
  return { ...account, stripeCustomerId }
}

/** Buys a guest pass without an account and returns its key. */
export const buyGuestPass = async (
  cloud: Cloud,
  email: string | undefined,
): Promise<{ readonly guestKey: string }> => {
  const session_id = await openPassCheckout(cloud, { email })
  await pay(cloud, session_id)
  const result = await callOperation(cloud.handle, cloud.site, verifyGuestPass, { session_id })
  if (!('guest_key' in result)) throw new Error(`The paid session returned no key: ${result.status}`)
  return { guestKey: result.guest_key }
}

/** The steps after sign-up, by kind of account. */
const steps: Readonly<Record<AccountKind, (cloud: Cloud, account: GivenAccount) => Promise<GivenAccount>>> = {
  user: async (_cloud, account) => account,
  monthlyMember: (cloud, account) => subscribe(cloud, account, 'monthly'),
  annualMember: (cloud, account) => subscribe(cloud, account, 'annual'),
  cancellingMember: async (cloud, account) => cancel(cloud, await subscribe(cloud, account, 'monthly')),
  pastDueMember: subscribeAndFallBehind,
  passHolder: holdPass,
  admin: becomeAdmin,
}

/** Creates an account through the site's own operations: sign-up, emailed link, payment page. */
export const createByFlow = async (cloud: Cloud, as: AccountKind, email: string): Promise<GivenAccount> =>
  steps[as](cloud, await signUpAccount(cloud, email))
