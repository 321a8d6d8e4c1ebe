import { afterEach, expect, test } from 'vitest'
import { exportAccountData } from '../../../shared/contract/account.ts'
import { submitContact } from '../../../shared/contract/contact.ts'
import { getProfile } from '../../../shared/contract/identity.ts'
import { londonDayOf } from '../../../shared/rules/london.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

afterEach(clock.restore)

test('gives a subscriber everything that is held about them', async () => {
  const as = await given.monthlyMember()
  await inbox.waitFor(as.email, /Welcome|subscri/i)
  const data = await callOk(exportAccountData, { as })
  const profile = await callOk(getProfile, { as })
  expect(data.profile).toMatchObject([profile])
  expect(data.sign_in).toMatchObject({ email: as.email, email_verified: 'true', status: 'CONFIRMED' })
  expect(data.subscription).toContainEqual(expect.objectContaining({ subscription_tier: 'monthly' }))
  expect(data.access_history).toMatchObject([{ to: 'active', subscribed: true }])
  expect(data.payments.subscriptions).toMatchObject([{ status: 'active', plan: 'advice_monthly' }])
  expect(data.payments.invoices).toMatchObject([{ status: 'paid', amount_paid_pence: 5000 }])
  expect(data.payments.charges).toMatchObject([{ amount_pence: 5000, status: 'succeeded' }])
  expect(data.emails.map(({ kind }) => kind)).toContain('verify-address')
})

test('names each system, and says of each what is in and why the rest is not', async () => {
  const { manifest } = await callOk(exportAccountData, { as: await given.user() })
  const systems = manifest.systems.map(({ system }) => system).join()
  for (const name of ['database', 'Cognito', 'Stripe', 'SES', 'chat', 'Logs', 'Backups'])
    expect(systems).toContain(name)
  for (const { why } of manifest.systems) expect(why).not.toBe('')
})

test('shows the pass of who holds one', async () => {
  const { passes } = await callOk(exportAccountData, { as: await given.passHolder() })
  expect(passes).toMatchObject([{ minutes: 30 }])
})

test('holds no key, hash, token or address of a payment page', async () => {
  const as = await given.monthlyMember()
  const { body } = await call(exportAccountData, { as })
  const text = JSON.stringify(body)
  for (const field of ['pk', 'sk', 'gsi1pk', 'entity', 'idempotency', 'referrer_token', 'tokens_valid_after'])
    expect(text).not.toContain(`"${field}"`)
  for (const secret of [as.accessToken, as.refreshToken, 'sk_test', 'whsec', '/c/pay/', '/i/', 'cs_test'])
    expect(text).not.toContain(secret)
})

test('tells of messages that came with the address, and not a word of them: somebody else may have written', async () => {
  const as = await given.user()
  const message = {
    name: 'Somebody',
    email: as.email,
    subject: 'Hello there',
    message: 'A secret of a stranger',
  }
  await callOk(submitContact, { body: message })
  const data = await callOk(exportAccountData, { as })
  expect(data.contact_messages).toMatchObject([{ reference: expect.any(String) as string }])
  expect(JSON.stringify(data)).not.toContain('secret of a stranger')
})

test("never gives anything of anybody else's, whatever the body says", async () => {
  const [as, other] = [await given.user(), await given.monthlyMember()]
  const { body } = await call(exportAccountData, {
    as,
    body: { user_id: other.userId, email: other.email, customer: other.stripeCustomerId },
  })
  for (const text of [other.userId, other.email, other.stripeCustomerId])
    expect(JSON.stringify(body)).not.toContain(text)
})

test('is a file, named after the day in London', async () => {
  const as = await given.user()
  const { headers } = await call(exportAccountData, { as })
  const day = londonDayOf(await clock.now())
  expect(headers.get('content-disposition')).toBe(`attachment; filename="my-data-${day}.json"`)
})

test('sent again, gives the same; the sixth time in an hour it is refused', async () => {
  const as = await given.user()
  const times = async () => {
    const first = await callOk(exportAccountData, { as })
    const { manifest, ...second } = await callOk(exportAccountData, { as })
    expect(first).toMatchObject(second)
    expect(manifest.email).toBe(as.email)
    for (let i = 0; i < 3; i += 1) await callOk(exportAccountData, { as })
    expect(await call(exportAccountData, { as })).toMatchObject(refusal('rate_limited'))
  }
  await times()
})

test('is all or nothing: while the payment provider is down there is no file with a hole', async () => {
  const as = await given.monthlyMember()
  const down = { service: 'stripe', action: '*', error: 'api_error' } as const
  expect(await withFaults([down], () => call(exportAccountData, { as }))).toMatchObject(
    refusal('payment_provider_error'),
  )
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(exportAccountData, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(exportAccountData)).toMatchObject(unauthorized)
})
