import { generateKeyPairSync, sign } from 'node:crypto'
import * as z from 'zod'
import { deleteAccount } from '#shared/contract/account.ts'
import { signOut } from '#shared/contract/identity.ts'
import type { CallerKind } from '#shared/contract/operation.ts'
import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { callOk } from '../kit/call.ts'
import { type Customer, given, type Person } from '../kit/given.ts'
import { operator } from '../kit/operator.ts'
import { poll } from '../kit/poll.ts'
import { pool } from '../kit/pool.ts'
import { stripe } from '../kit/stripe.ts'
import { bearer } from './callers.ts'

/** The response of an operation for a kind of caller to a role: a result, 401 or 403. */
type Access = 'accepted' | 401 | 403

/** Every kind of operation has a column, so that a new kind does not compile until each role has an entry. */
export type Row = Readonly<Record<CallerKind, Access>>

export interface Role {
  readonly name: string
  readonly row: Row
  readonly headers: () => Promise<Record<string, string>>
  /** Results of single operations that differ from the row. */
  readonly exceptions?: Readonly<Record<string, Access>>
}

const anonymous: Row = {
  anyone: 'accepted',
  optionalAuth: 'accepted',
  signedIn: 401,
  member: 401,
  anyAdmin: 401,
  admin: 401,
}
const rejected: Row = { ...anonymous, optionalAuth: 401 }
const account: Row = { ...anonymous, signedIn: 'accepted', member: 403, anyAdmin: 403, admin: 403 }
const member: Row = { ...account, member: 'accepted' }
const adminWithoutFactor: Row = { ...member, anyAdmin: 'accepted' }
const admin: Row = { ...adminWithoutFactor, admin: 'accepted' }

const withToken = async (user: Promise<Person>) => bearer((await user).accessToken)

const untilNotSubscribed = async (as: Person): Promise<void> => {
  await poll('the end of access', async () => ((await callOk(isUserSubscribed, { as })) ? undefined : true))
}

/** Returns a member whose subscription an event at Stripe ends. */
const memberAfter = async (event: (customer: Customer) => Promise<unknown>): Promise<Person> => {
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

const demotedAdmin = async (): Promise<Person> => {
  const as = await given.admin()
  await operator.admin('revoke', as.email)
  return as
}

const signedOutUser = async (): Promise<Person> => {
  const as = await given.user()
  await callOk(signOut, { as })
  return as
}

const deletedUser = async (): Promise<Person> => {
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
  return bearer(`${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`)
}

export const roles: readonly Role[] = [
  { name: 'no token', row: anonymous, headers: async () => ({}) },
  { name: 'an invented token', row: rejected, headers: async () => bearer('invented.token.here') },
  { name: 'a token of another user pool', row: rejected, headers: tokenOfAnotherPool },
  { name: 'an ID token', row: rejected, headers: async () => bearer((await given.admin()).idToken) },
  { name: 'a refresh token', row: rejected, headers: async () => bearer((await given.admin()).refreshToken) },
  { name: 'a user who signed out everywhere', row: rejected, headers: () => withToken(signedOutUser()) },
  {
    name: 'a deleted user',
    row: rejected,
    headers: () => withToken(deletedUser()),
    // A repeated deletion succeeds, so that a page whose first response was lost can finish.
    exceptions: { 'delete-account': 'accepted' },
  },
  { name: 'a user', row: account, headers: () => withToken(given.user()) },
  { name: 'a pass holder', row: account, headers: () => withToken(given.passHolder()) },
  { name: 'a past-due member', row: account, headers: () => withToken(given.pastDueMember()) },
  {
    name: 'a lapsed member',
    row: account,
    headers: () => withToken(memberAfter(({ stripeCustomerId }) => stripe.endSubscription(stripeCustomerId))),
  },
  {
    name: 'a member with a disputed payment',
    row: account,
    headers: () => withToken(memberAfter(disputeLatestInvoice)),
  },
  { name: 'a demoted admin', row: account, headers: () => withToken(demotedAdmin()) },
  { name: 'a member', row: member, headers: () => withToken(given.monthlyMember()) },
  {
    name: 'an admin without a second factor',
    row: adminWithoutFactor,
    headers: async () => {
      const { email, password } = await given.admin()
      return bearer((await pool.signIn(email, password)).accessToken)
    },
  },
  { name: 'an admin', row: admin, headers: () => withToken(given.admin()) },
]
