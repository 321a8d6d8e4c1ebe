import { generateKeyPairSync, sign } from 'node:crypto'
import * as z from 'zod'
import { deleteAccount } from '#shared/contract/account.ts'
import { signOut } from '#shared/contract/identity.ts'
import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { callOk } from '../kit/call.ts'
import { type Customer, given, type TestAccount } from '../kit/given.ts'
import { operator } from '../kit/operator.ts'
import { poll } from '../kit/poll.ts'
import { pool } from '../kit/pool.ts'
import type { Role } from '../kit/roles.ts'
import { stripe } from '../kit/stripe.ts'

const accessToken = async (user: Promise<TestAccount>) => (await user).accessToken

const untilNotSubscribed = async (as: TestAccount): Promise<void> => {
  await poll('the end of access', async () => ((await callOk(isUserSubscribed, { as })) ? undefined : true))
}

/** Returns a member whose subscription an event at Stripe ends. */
const memberAfter = async (event: (customer: Customer) => Promise<unknown>): Promise<TestAccount> => {
  const as = await given.monthlyMember()
  await event(as)
  await untilNotSubscribed(as)
  return as
}

const disputeLatestInvoice = async ({ stripeCustomerId }: Customer) => {
  const invoices = z.object({ data: z.array(z.object({ id: z.string() })) })
  const { data } = invoices.parse(await stripe.get(`invoices?customer=${stripeCustomerId}`))
  const [latest] = data
  if (latest === undefined) throw new Error('The member has no invoice')
  await stripe.dispute({ invoice: latest.id }, 'open')
}

const demotedAdmin = async (): Promise<TestAccount> => {
  const as = await given.admin()
  await operator.admin('revoke', as.email)
  return as
}

const signedOutUser = async (): Promise<TestAccount> => {
  const as = await given.user()
  await callOk(signOut, { as })
  return as
}

const deletedUser = async (): Promise<TestAccount> => {
  const as = await given.user()
  await callOk(deleteAccount, { as })
  return as
}

const decode = (part = ''): object =>
  z.looseObject({}).parse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Returns the token of another user pool for a user of ours: valid there, with the claims that we read. */
const tokenOfAnotherPool = async () => {
  const [header, claims] = (await given.admin()).accessToken.split('.')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const iss = 'https://cognito-idp.eu-west-2.amazonaws.com/eu-west-2_another'
  const text = `${encode(decode(header))}.${encode({ ...decode(claims), iss })}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

/** Creates the token that a caller with a role sends; `undefined` for none. */
export const createTokenOf: Readonly<Record<Role, () => Promise<string | undefined>>> = {
  'no token': async () => undefined,
  'an invented token': async () => 'invented.token.here',
  'a token of another user pool': tokenOfAnotherPool,
  'an ID token': async () => (await given.admin()).idToken,
  'a refresh token': async () => (await given.admin()).refreshToken,
  'a user who signed out everywhere': () => accessToken(signedOutUser()),
  'a deleted user': () => accessToken(deletedUser()),
  'a user': () => accessToken(given.user()),
  'a pass holder': () => accessToken(given.passHolder()),
  'a past-due member': () => accessToken(given.pastDueMember()),
  'a lapsed member': () =>
    accessToken(memberAfter(({ stripeCustomerId }) => stripe.endSubscription(stripeCustomerId))),
  'a member with a disputed payment': () => accessToken(memberAfter(disputeLatestInvoice)),
  'a demoted admin': () => accessToken(demotedAdmin()),
  'a member': () => accessToken(given.monthlyMember()),
  'an admin without a second factor': async () => {
    const { email, password } = await given.admin()
    return (await pool.signIn(email, password)).accessToken
  },
  'an admin': () => accessToken(given.admin()),
}
