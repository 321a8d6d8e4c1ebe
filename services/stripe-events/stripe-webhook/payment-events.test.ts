import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { callOk, type SignedInUser } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout } from '#test/kit/subscribe.ts'

afterEach(clock.restore)

const waitUntil = (expected: boolean, read: () => Promise<boolean>) =>
  poll(`access to become ${expected}`, async () => ((await read()) === expected ? true : undefined))
const isSubscribed = (as: SignedInUser) => async () => (await callOk(getAccess, { as })).isSubscribed

const createMember = async () => {
  const as = await given.user()
  const session = await openCheckout(as)
  await stripe.pay(session)
  await waitUntil(true, isSubscribed(as))
  return { as, session }
}

describe('stripe-webhook', () => {
  test('an unpaid renewal suspends access immediately and emails a link to the open invoice', async () => {
    const as = await given.pastDueMember()
    await waitUntil(false, isSubscribed(as))
    const email = await inbox.waitFor(as.email, /didn’t go through/)
    const invoice = email.links.find((link) => /invoice|\/i\//.test(link))
    expect((await fetch(String(invoice))).status).toBe(200)
  })

  test('a full refund ends the subscription and emails the amount', async () => {
    const { as, session } = await createMember()
    await stripe.refund({ session })
    await waitUntil(false, isSubscribed(as))
    expect((await inbox.waitFor(as.email, /refund/)).text).toContain('£50.00')
  })
})
