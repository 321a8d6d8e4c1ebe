import { afterEach, describe, expect, test } from 'vitest'
import { getBilling } from '#shared/contract/payments.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { buyPass } from '#test/kit/pass.ts'
import { stripe } from '#test/kit/stripe.ts'

afterEach(clock.restore)

const nothing = { subscription: null, card: null, openBalance: null, payments: [] }
const visa = { brand: 'visa', last4: '4242' }

describe('get-billing', () => {
  test('returns plan, price, next charge, card and invoices of a member, also when called twice', async () => {
    const as = await given.monthlyMember()
    const found = await callOk(getBilling, { as })
    expect(found).toMatchObject({
      subscription: {
        plan: 'monthly',
        amountMinor: 5000,
        currency: 'gbp',
        interval: 'month',
        endsAt: null,
        hasEnded: false,
      },
      card: visa,
      openBalance: null,
      payments: [{ kind: 'subscription', status: 'paid', amountMinor: 5000, refundedMinor: 0 }],
    })
    expect(Date.parse(found.subscription?.nextChargeAt ?? '')).toBeGreaterThan((await clock.now()).getTime())
    expect(found.payments[0]?.number).toMatch(/-0001$/)
    expect((await fetch(found.payments[0]?.url ?? '')).status).toBe(200)
    expect(await callOk(getBilling, { as })).toEqual(found)
  })

  test('returns nothing for an account that never paid', async () => {
    expect(await callOk(getBilling, { as: await given.user() })).toEqual(nothing)
  })

  test('returns the open balance of a past-due member with its payment page', async () => {
    const as = await given.pastDueMember()
    const { openBalance, payments } = await callOk(getBilling, { as })
    expect(openBalance).toMatchObject({ amountMinor: 5000, currency: 'gbp' })
    expect(await (await fetch(openBalance?.url ?? '')).text()).toContain('Pay £50.00')
    expect(payments.map(({ status }) => status)).toEqual(['open', 'paid'])
  })

  test('returns the receipt and the card of a pass, with what was refunded', async () => {
    await openTheChat()
    const as = await given.user()
    const session = await buyPass(as)
    await stripe.refund({ session }, 2000)
    const { payments, card, subscription } = await callOk(getBilling, { as })
    expect(payments).toMatchObject([{ kind: 'pass', status: 'paid', amountMinor: 5000, refundedMinor: 2000 }])
    expect([card, subscription]).toEqual([visa, null])
    expect(await (await fetch(payments[0]?.url ?? '')).text()).toContain('£50.00')
  })

  test('returns the invoice of a pass that was bought with an account', async () => {
    const { payments } = await callOk(getBilling, { as: await given.passHolder() })
    expect(payments).toMatchObject([
      { kind: 'pass', status: 'paid', amountMinor: 5000, number: expect.stringMatching(/-0001$/) },
    ])
  })

  test("never returns another account's billing, whatever the body contains", async () => {
    const other = await given.monthlyMember()
    const body = { user_id: other.userId, customer: other.stripeCustomerId }
    expect(await callOk(getBilling, { as: await given.user(), body })).toEqual(nothing)
  })

  test('reports an error while Stripe is unavailable', async () => {
    const as = await given.monthlyMember()
    const down = { service: 'stripe', action: 'invoices.list', error: 'api_error' } as const
    expect(await withFaults([down], () => call(getBilling, { as }))).toMatchObject(
      apiError('payment_provider_error'),
    )
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(getBilling, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(getBilling)).toMatchObject(unauthorized)
  })
})
