import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { call, callOk } from '../kit/call.ts'
import { given, givenByFlow, type AccountKind, type TestAccount } from '../kit/given.ts'
import { inbox } from '../kit/inbox.ts'
import { pool } from '../kit/pool.ts'
import { everythingStored, type StoredItem } from '../kit/stored.ts'
import { stripe } from '../kit/stripe.ts'

const kinds: readonly AccountKind[] = [
  'user',
  'monthlyMember',
  'annualMember',
  'cancellingMember',
  'pastDueMember',
  'passHolder',
  'admin',
]

const idPattern = /(?<![A-Za-z0-9])[a-z]+(?:_test)?_[A-Za-z0-9]{14,}/g
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Everything at the provider that belongs to a customer, or to the payment page of a pass. */
const atProvider = async ({ stripeCustomerId: customer }: TestAccount, items: readonly StoredItem[]) => {
  if (customer !== undefined)
    return Promise.all([
      stripe.customer(customer),
      ...['subscriptions?status=all&', 'invoices?', 'charges?', 'payment_intents?', 'checkout/sessions?'].map(
        (list) => stripe.get(`${list}limit=100&customer=${customer}`),
      ),
    ])
  const sessions = [...new Set(JSON.stringify(items).match(/cs_test_[A-Za-z0-9]+/g))]
  return Promise.all(sessions.map((session) => stripe.get(`checkout/sessions/${session}`)))
}

/**
 * Returns the items that name the account, or something that belongs to it. Rate counters belong to a window of time,
 * event items name no account, and a copied account has no page that waits for its sign-up.
 */
const itemsOf = (stored: readonly StoredItem[], account: TestAccount, ids: readonly string[]) => {
  const wanted = [account.userId, account.email, ...ids]
  return stored.filter((item) => {
    const text = JSON.stringify(item)
    return (
      !['rate', 'event', 'sign_up_check'].includes(String(item['entity'])) &&
      wanted.some((id) => text.includes(id))
    )
  })
}

const claimsOf = (token: string): Record<string, unknown> => {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { ...(claims as object) }
}

const idsOf = (value: unknown): string[] =>
  (JSON.stringify(value).match(idPattern) ?? []).filter((id) => !/^(?:price|prod)_/.test(id))

const hourMs = 3600_000

/** Replaces what differs between any two accounts: ids, the address, and times by their distance in hours. */
const comparable = (value: unknown, account: TestAccount, createdAt: number): unknown => {
  const hours = (ms: number) => Math.round((ms - createdAt) / hourMs)
  const text = JSON.stringify(value)
    .replaceAll(account.email, '<email>')
    // The key is encrypted with a random number.
    .replace(/(?<="sealed_key":")[^"]+/g, '<key>')
    .replaceAll(encodeURIComponent(account.email), '<email>')
    .replaceAll(account.email.slice(0, account.email.indexOf('@')), '<name>')
    // Tokens are replaced before the ids, because a random token may contain text that looks like an id.
    .replace(/(?<=token=)[\w-]{43}/g, '<token>')
    .replace(uuid, '<uuid>')
    .replace(idPattern, (id) => (/^(?:price|prod)_/.test(id) ? id : id.replace(/[A-Za-z0-9]+$/, '')))
    // The page and the webhook race to store a payment, so either may cause the change of access.
    .replace(/(?<="cause":)"(?:request|evt_)"/g, '"<cause>"')
    .replace(/(?<="invoice_prefix":")[^"]*|\b[A-Z0-9]{8}(?=-\d{4}\b)/g, '<prefix>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, (time) => `<${hours(Date.parse(time))} h>`)
    .replace(/(?<=[:,[])[12]\d{9}(?=[,}\]])/g, (time) => `"<${hours(Number(time) * 1000)} h>"`)
  return JSON.parse(text)
}

const sorted = (values: readonly unknown[]) =>
  values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Everything that the cloud holds of an account, in a form that can be compared with another account's. */
const snapshotOf = async (account: TestAccount) => {
  const stored = await everythingStored()
  const { stripeCustomerId } = account
  const own = itemsOf(stored, account, stripeCustomerId === undefined ? [] : [stripeCustomerId])
  const provider = await atProvider(account, own)
  const items = itemsOf(stored, account, idsOf([provider, own]))
  const profile = items.find(({ entity }) => entity === 'profile')
  const createdAt = Date.parse(String(profile?.['created_at']))
  const emails = (await inbox.for(account.email)).map(({ id: _, ...email }) => email)
  const { exp: _exp, iat: _iat, auth_time: _time, ...claims } = claimsOf(account.idToken)
  const compared = (value: unknown) => comparable(value, account, createdAt)
  return {
    items: sorted(items.map(compared)),
    provider: compared(provider),
    emails: compared(emails),
    claims: compared(claims),
    profile: compared(await callOk(getProfile, { as: account })),
  }
}

describe.each(kinds)('given.%s', (kind) => {
  let copy: TestAccount
  let original: TestAccount
  beforeAll(async () => {
    const number = randomUUID().slice(0, 8)
    // An account that was created by its flow is recorded, so the next one of its kind is a copy.
    original = await givenByFlow(kind, `flow-${number}@member.example`)
    copy = await given[kind](`copy-${number}@member.example`)
  })

  test('creates the same records as the site does', async () => {
    expect(await snapshotOf(copy)).toEqual(await snapshotOf(original))
  })

  test('creates an account that can sign in and renew its tokens', async () => {
    const { accessToken } = await pool.signIn(copy.email, copy.password)
    expect(await call(getProfile, { as: { accessToken } })).toMatchObject({ status: 200 })
    const renewed = await pool.refresh(copy.refreshToken)
    expect(await call(getProfile, { as: renewed })).toMatchObject({ status: 200 })
  })
})
