import { afterEach, expect, test } from 'vitest'
import { createCheckout, getAccess } from '../../../shared/contract/billing.ts'
import { checkGuestAccess, hasActiveOneTimeAccess } from '../../../shared/contract/passes.ts'
import { callOk, type Signed } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { openTheChat } from '../../../test/kit/hours.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { buyGuestPass, buyPass } from '../../../test/kit/pass.ts'
import { poll } from '../../../test/kit/poll.ts'
import { runSchedule } from '../../../test/kit/schedule.ts'
import { stored } from '../../../test/kit/stored.ts'
import { sessionOf, stripe } from '../../../test/kit/stripe.ts'
import { openCheckout } from '../../../test/kit/subscribe.ts'
import { keys } from '../../platform/table/keys.ts'

afterEach(clock.restore)

const becomes = (wanted: boolean, ask: () => Promise<boolean>) =>
  poll(`access to become ${wanted}`, async () => ((await ask()) === wanted ? true : undefined))
const subscribed = (as: Signed) => async () => (await callOk(getAccess, { as })).isSubscribed
const holdsPass = (as: Signed) => () => callOk(hasActiveOneTimeAccess, { as })

const aMember = async () => {
  const as = await given.user()
  const session = await openCheckout(as)
  await stripe.pay(session)
  await becomes(true, subscribed(as))
  return { as, session }
}

test('an unpaid renewal withdraws access at once, and the mail leads to the open invoice', async () => {
  const as = await given.pastDueMember()
  await becomes(false, subscribed(as))
  const mail = await inbox.waitFor(as.email, /did not go through/)
  const invoice = mail.links.find((link) => /invoice|\/i\//.test(link))
  expect((await fetch(String(invoice))).status).toBe(200)
})

test('a subscription whose payment went back in full ends, and a mail says so', async () => {
  const { as, session } = await aMember()
  await stripe.refund({ session })
  await becomes(false, subscribed(as))
  expect((await inbox.waitFor(as.email, /refund/)).text).toContain('£50.00')
})

test('a part of the money given back leaves access as it is', async () => {
  const { as, session } = await aMember()
  await stripe.refund({ session }, 1000)
  await poll('the refund to be heard of', async () => {
    const { delivered } = await stripe.events()
    return delivered.some(({ type }) => type === 'charge.refunded') || undefined
  })
  expect(await subscribed(as)()).toBe(true)
})

test('a disputed subscription gives nothing until the dispute is won', async () => {
  const { as, session } = await aMember()
  await stripe.dispute({ session }, 'open')
  await becomes(false, subscribed(as))
  await stripe.dispute({ session }, 'won')
  await becomes(true, subscribed(as))
  expect((await inbox.waitFor(as.email, /disputed/)).text).toContain('until that is settled')
  await inbox.waitFor(as.email, /access is back/)
})

test('a dispute that is lost ends the subscription, and the person can buy again', async () => {
  const { as, session } = await aMember()
  await stripe.dispute({ session }, 'lost')
  await becomes(false, subscribed(as))
  const { url } = await callOk(createCheckout, { as, body: { plan: 'monthly' } })
  await stripe.pay(sessionOf(url))
  await becomes(true, subscribed(as))
  expect(sessionOf(url)).not.toBe(session)
})

test('a customer who was deleted at Stripe has no access, and can buy again as a new one', async () => {
  const as = await given.monthlyMember()
  await stripe.deleteCustomer(as.stripeCustomerId)
  await becomes(false, subscribed(as))
  const { pk, sk } = keys.profile(as.userId)
  await poll('the deleted customer to be let go', async () => {
    const [profile] = await stored(pk, sk)
    return profile?.['stripe_customer_id'] === undefined ? true : undefined
  })
  const session = await openCheckout(as, 'annual')
  await stripe.pay(session)
  await becomes(true, subscribed(as))
  await runSchedule('reconcile')
  expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true, subscriptionTier: 'annual' })
})

test('a pass loses what went back and regains what was won', async () => {
  await openTheChat()
  const as = await given.user()
  const session = await buyPass(as)
  await stripe.dispute({ session }, 'open')
  await becomes(false, holdsPass(as))
  await stripe.dispute({ session }, 'won')
  await becomes(true, holdsPass(as))
  await stripe.refund({ session })
  await becomes(false, holdsPass(as))
  expect((await inbox.waitFor(as.email, /refund/)).text).toContain('£50.00')
})

test('the key of a guest pass that was paid back opens nothing', async () => {
  await openTheChat()
  const { session, guestKey } = await buyGuestPass()
  await stripe.refund({ session })
  await becomes(false, async () => (await callOk(checkGuestAccess, { body: { guest_key: guestKey } })).active)
})
