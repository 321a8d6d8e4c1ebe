import { afterEach, describe, expect, test } from 'vitest'
import { getBilling } from '#shared/contract/payments.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { openTheChat } from '#test/kit/hours.ts'
import { buyPass } from '#test/kit/pass.ts'
import { stripe } from '#test/kit/stripe.ts'

afterEach(clock.restore)

const visa = { brand: 'visa', last4: '4242' }

describe('get-billing', () => {
  test('returns plan, price, next charge, card and invoices of a member, even when called twice', async () => {
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
})
