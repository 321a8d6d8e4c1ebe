import { randomBytes, randomUUID } from 'node:crypto'
import { keys } from '#platform/table/keys.ts'
import { searchTermsOf } from '#services/identity/public.ts'
import { tableNameOf, type Cloud } from '#local/cloud/cloud.ts'
import { isIgnoredByStreams, readItems, writeItems } from '#local/cloud/snapshot.ts'
import type { RawItem } from '#local/emulator/dynamodb/items.ts'
import type { Email } from '#local/emulator/ses/email.ts'
import type { StripeRecord } from '#local/stripe/records.ts'
import type { AccountKind } from './bodies.ts'
import { addToAdmins, seedPassword, type GivenAccount } from './flows.ts'
import { requestTokens } from './links.ts'
import { stepUp } from './second-factor.ts'

/** Everything that was stored when an account was created, as JSON in which ids and times can be replaced. */
export interface AccountRecords {
  readonly userId: string
  readonly email: string
  readonly stripeCustomerId: string | undefined
  /** By the movable clock. */
  readonly recordedAt: Date
  readonly stripe: string
  readonly items: string
  readonly emails: string
}

/**
 * Entities that a copy does not need or must not share: rate counters belong to a window of time, search entries are
 * derived from the profile, each admin sets up their own authenticator app, which is audited, and the id of a waiting
 * page belongs to one sign-up.
 */
const notCopied = ['rate', 'account_search', 'second_factor', 'step_up', 'audit', 'sign_up_check']

const isCopied = ({ entity }: RawItem): boolean => !notCopied.includes(String(Reflect.get(entity ?? {}, 'S')))

/** Records an account that was just created and that nothing has changed since. */
export const recordAccount = async (
  cloud: Cloud,
  { userId, email, stripeCustomerId }: GivenAccount,
): Promise<AccountRecords> => {
  await cloud.waitUntilIdle()
  const stripe = cloud.stripe.recordsAbout(userId)
  const ids = [userId, email, ...stripe.map(({ key }) => key)]
  const items = (await readItems(cloud, tableNameOf(cloud))).filter((item) => {
    const text = JSON.stringify(item)
    return isCopied(item) && ids.some((id) => text.includes(id))
  })
  return {
    userId,
    email,
    stripeCustomerId,
    recordedAt: cloud.clock.now(),
    stripe: JSON.stringify(stripe),
    items: JSON.stringify(items),
    emails: JSON.stringify(cloud.aws.emails().filter(({ to }) => to === email)),
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids of Stripe's objects, except products and prices, which all accounts share. */
const stripeId =
  /(?<![A-Za-z0-9])(?:(?:cus|si|req)_[A-Za-z0-9]{14}|(?:sub|in|inpay|il|pi|ch|pm|cs_test|evt|txn|li|bps|secret)_[A-Za-z0-9]{24,})(?![A-Za-z0-9])/g
const invoicePrefix = /(?<="invoice_prefix":")[A-Z0-9]+/
const linkToken = /(?<=token=)[\w-]{43}/g
const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g
/** Epoch seconds, as JSON and DynamoDB write them. No amount of money has as many digits. */
const epochSeconds = /(?<=[:,[]|"N":")[12]\d{9}(?=[,}\]"])/g

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomLetters = (length: number) =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')

const newStripeId = (id: string): string => {
  const prefix = id.slice(0, id.lastIndexOf('_') + 1)
  return prefix + randomLetters(id.length - prefix.length)
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * Returns a function that replaces each id in a text with a new one, the same each time, and shifts all times by the
 * time since the recording.
 */
const createRenamer = (records: AccountRecords, copy: { userId: string; email: string }, now: Date) => {
  // Whole seconds, because Stripe's times have no fractions and must still agree with the times in the table.
  const seconds = Math.floor((now.getTime() - records.recordedAt.getTime()) / 1000)
  const names = new Map([[records.userId, copy.userId]])
  const [prefix] = invoicePrefix.exec(records.stripe) ?? []
  const newPrefix = randomLetters(8).toUpperCase()
  const renamed = (create: (id: string) => string) => (id: string) => {
    const name = names.get(id) ?? create(id)
    names.set(id, name)
    return name
  }
  const withPrefix = (text: string) => (prefix === undefined ? text : text.replaceAll(prefix, newPrefix))
  return (text: string): string =>
    withPrefix(text)
      .replaceAll(inJson(records.email), inJson(copy.email))
      .replaceAll(encodeURIComponent(records.email), encodeURIComponent(copy.email))
      .replace(
        uuid,
        renamed(() => randomUUID()),
      )
      .replace(stripeId, renamed(newStripeId))
      .replace(
        linkToken,
        renamed(() => randomBytes(32).toString('base64url')),
      )
      .replace(isoTime, (time) => new Date(Date.parse(time) + seconds * 1000).toISOString())
      .replace(epochSeconds, (time) => String(Number(time) + seconds))
}

/** Creates a confirmed user in the pool and returns its id, or `undefined` if the address already has a user. */
const createUser = async ({ cognito, model }: Cloud, email: string): Promise<string | undefined> => {
  const UserPoolId = model.cognito.pools[0]?.id
  const created = await cognito.handle('AdminCreateUser', {
    UserPoolId,
    Username: email,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
    MessageAction: 'SUPPRESS',
  })
  if (created.status !== 200) return undefined
  const { User } = created.body as { User: { Username: string } }
  const password = { Password: seedPassword, Permanent: true }
  await cognito.handle('AdminSetUserPassword', { UserPoolId, Username: User.Username, ...password })
  return User.Username
}

const signIn = async (cloud: Cloud, email: string) => {
  const { pools, clients } = cloud.model.cognito
  const { refreshToken, ...tokens } = await requestTokens(cloud, 'AdminInitiateAuth', {
    UserPoolId: pools[0]?.id,
    ClientId: clients[0]?.id,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: seedPassword },
  })
  return { ...tokens, refreshToken: refreshToken ?? '' }
}

const searchEntries = (userId: string, email: string, items: readonly RawItem[]): RawItem[] => {
  const profile = items.find(({ entity }) => Reflect.get(entity ?? {}, 'S') === 'profile')
  const textOf = (name: string) => String(Reflect.get(profile?.[name] ?? {}, 'S') ?? '')
  const account = { email, full_name: textOf('full_name'), company_name: textOf('company_name') }
  return searchTermsOf(account).map((term) => {
    const { pk, sk } = keys.accountSearch(term, userId)
    return { pk: { S: pk }, sk: { S: sk }, entity: { S: 'account_search' }, email: { S: email } }
  })
}

/**
 * Writes items so that the stream starts no function. An item that would start one, such as an email that was already
 * sent, is written without its entity first, so that the stream reports a change and no new item.
 */
const writeQuietly = async (cloud: Cloud, items: readonly RawItem[]): Promise<void> => {
  const table = tableNameOf(cloud)
  const withoutEntity = ({ entity: _, ...item }: RawItem): RawItem => item
  const triggering = items.filter((item) => !isIgnoredByStreams(cloud)(item))
  await writeItems(cloud, table, [
    ...items.filter(isIgnoredByStreams(cloud)),
    ...triggering.map(withoutEntity),
  ])
  await writeItems(cloud, table, triggering)
}

/**
 * Creates an account as a copy of another: the same records with new ids, times and address. Returns `undefined` if the
 * address already has an account.
 */
export const copyAccount = async (
  cloud: Cloud,
  records: AccountRecords,
  { as, email }: { readonly as: AccountKind; readonly email: string },
): Promise<GivenAccount | undefined> => {
  const userId = await createUser(cloud, email)
  if (userId === undefined) return undefined
  const rename = createRenamer(records, { userId, email }, cloud.clock.now())
  const stripe: StripeRecord[] = JSON.parse(rename(records.stripe))
  const items: RawItem[] = JSON.parse(rename(records.items))
  const emails: Email[] = JSON.parse(rename(records.emails))
  cloud.stripe.addRecords(stripe)
  await writeQuietly(cloud, [...items, ...searchEntries(userId, email, items)])
  cloud.aws.addEmails(emails)
  if (as === 'admin') await addToAdmins(cloud, userId)
  const tokens = await signIn(cloud, email)
  if (as === 'admin') await stepUp(cloud, tokens.accessToken)
  const { stripeCustomerId } = records
  return {
    userId,
    email,
    password: seedPassword,
    ...tokens,
    ...(stripeCustomerId === undefined ? {} : { stripeCustomerId: rename(stripeCustomerId) }),
  }
}
