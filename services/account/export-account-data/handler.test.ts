import { afterEach, describe, expect, test } from 'vitest'
import { exportAccountData } from '#shared/contract/account.ts'
import { submitContact } from '#shared/contract/contact.ts'
import { getProfile } from '#shared/contract/identity.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { pool } from '#test/kit/pool.ts'

afterEach(clock.restore)

describe('export-account-data', () => {
  test('returns all data about a subscriber', async () => {
    const as = await given.monthlyMember()
    await inbox.waitFor(as.email, /Welcome|subscri/i)
    const data = await callOk(exportAccountData, { as })
    const profile = await callOk(getProfile, { as })
    expect(data.profile).toMatchObject([profile])
    expect(data.sign_in).toMatchObject({ email: as.email, email_verified: 'true', status: 'CONFIRMED' })
    expect(data.subscription).toContainEqual(expect.objectContaining({ subscription_tier: 'monthly' }))
    expect(data.payments.customers).toMatchObject([{ vat_numbers: [] }])
    expect(data.access_history).toMatchObject([{ to: 'active', subscribed: true }])
    expect(data.payments.subscriptions).toMatchObject([{ status: 'active', plan: 'advice_monthly' }])
    expect(data.payments.invoices).toMatchObject([{ status: 'paid', amount_paid_pence: 5000 }])
    expect(data.payments.charges).toMatchObject([
      { amount_pence: 5000, status: 'succeeded', card_brand: 'visa', card_last4: '4242' },
    ])
    expect(data.emails.map(({ kind }) => kind)).toContain('verify-address')
  })

  test('returns the data of an account whose login was deleted at the user pool', async () => {
    const as = await given.user()
    await pool.deleteOwnUser(as.accessToken)
    const data = await callOk(exportAccountData, { as })
    expect(data.profile).toMatchObject([{ email: as.email }])
    expect(data.sign_in).toEqual({})
  })

  test('lists each system with what is included and the reason', async () => {
    const { about_this_file: about } = await callOk(exportAccountData, { as: await given.user() })
    const systems = about.systems.map(({ system }) => system).join()
    for (const name of [
      'database',
      'Cognito',
      'Stripe',
      'SES',
      'chat',
      'Application logs',
      'Access logs',
      'Backups',
    ])
      expect(systems).toContain(name)
    for (const { reason } of about.systems) expect(reason).not.toBe('')
  })

  test('returns the passes of a pass holder', async () => {
    const { passes } = await callOk(exportAccountData, { as: await given.passHolder() })
    expect(passes).toMatchObject([{ minutes: 30 }])
  })

  test('contains no keys, hashes, tokens or addresses of payment pages', async () => {
    const as = await given.monthlyMember()
    const text = JSON.stringify(await callOk(exportAccountData, { as }))
    for (const field of [
      'pk',
      'sk',
      'gsi1pk',
      'entity',
      'idempotency',
      'referrer_token',
      'tokens_valid_after',
    ])
      expect(text).not.toContain(`"${field}"`)
    for (const secret of [as.accessToken, as.refreshToken, 'sk_test', 'whsec', '/c/pay/', '/i/', 'cs_test'])
      expect(text).not.toContain(secret)
  })

  test('lists messages sent with the address without their text, because the sender was never verified', async () => {
    const as = await given.user()
    const message = {
      name: 'Somebody',
      email: as.email,
      subject: 'Hello there',
      message: 'A secret of someone else',
    }
    await callOk(submitContact, { body: message })
    const data = await callOk(exportAccountData, { as })
    expect(data.contact_messages).toMatchObject([{ reference: expect.any(String) as string }])
    expect(JSON.stringify(data)).not.toContain('secret of someone else')
  })

  test('returns a file named after the date in London', async () => {
    const as = await given.user()
    const dayBefore = londonDayOf(await clock.now())
    const { headers } = await call(exportAccountData, { as })
    const dayAfter = londonDayOf(await clock.now())
    // A day may end during the request.
    expect([dayBefore, dayAfter].map((day) => `attachment; filename="my-data-${day}.json"`)).toContain(
      headers.get('content-disposition'),
    )
  })

  test('returns the same data again', async () => {
    const as = await given.user()
    const first = await callOk(exportAccountData, { as })
    const { about_this_file: about, ...second } = await callOk(exportAccountData, { as })
    expect(first).toMatchObject(second)
    expect(about.email).toBe(as.email)
  })
})
