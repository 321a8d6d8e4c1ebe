import { expect, test } from 'vitest'
import { deleteAccount } from '../../../shared/contract/account.ts'
import { checkSubscription, createCheckout, getAccess } from '../../../shared/contract/billing.ts'
import { signChatVisitor } from '../../../shared/contract/chat.ts'
import { submitContact } from '../../../shared/contract/contact.ts'
import { getProfile, signUp } from '../../../shared/contract/identity.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given, type Person } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '../../../test/kit/link.ts'
import { aSignUp } from '../../../test/kit/people.ts'
import { poll } from '../../../test/kit/poll.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { everythingStored, stored } from '../../../test/kit/stored.ts'
import { stripe } from '../../../test/kit/stripe.ts'
import { openCheckout } from '../../../test/kit/subscribe.ts'
import { keys } from '../../platform/table/keys.ts'

const profileOf = ({ userId }: Person) => stored(keys.profile(userId).pk, keys.profile(userId).sk)
const partitionOf = ({ userId }: Person) => stored(keys.profile(userId).pk)
const confirm = /Confirm your email/

/** Everything in the table in which one of these texts stands. */
const traces = async (...texts: readonly string[]) =>
  (await everythingStored()).filter((item) => texts.some((text) => JSON.stringify(item).includes(text)))

const tombstone = { entity: 'tombstone', deleted_at: expect.any(String) as string }

test('deletes somebody who never bought anything, tells them by mail, and leaves nothing of them', async () => {
  const as = await given.user()
  expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
  const receipt = await inbox.waitFor(as.email, /account is deleted/)
  expect(receipt.text).not.toContain('subscription ended')
  await poll('the record of the receipt to go', async () =>
    (await traces(as.email)).length === 0 ? true : undefined,
  )
  expect(await partitionOf(as)).toMatchObject([tombstone])
  expect(await call(getProfile, { as })).toMatchObject(refusal('unauthorized'))
})

test('ends the subscription at Stripe and deletes the customer there', async () => {
  const as = await given.monthlyMember()
  await callOk(deleteAccount, { as })
  expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
  expect((await inbox.waitFor(as.email, /account is deleted/)).text).toContain('subscription ended')
})

test('also of somebody who is behind with a payment, or has cancelled', async () => {
  for (const as of [await given.pastDueMember(), await given.cancellingMember()]) {
    await callOk(deleteAccount, { as })
    expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
  }
})

test('keeps payments without saying whose they were', async () => {
  const as = await given.passHolder()
  const [pass] = (await partitionOf(as)).filter(({ entity }) => entity === 'pass')
  const session = String(pass?.['session_id'])
  await callOk(deleteAccount, { as })
  const payment = keys.passPayment(session)
  expect(await stored(payment.pk, payment.sk)).toMatchObject([{ user_id: null, pass: session }])
  const [kept] = await traces(session).then((items) =>
    items.filter(({ entity }) => entity === 'kept-payments'),
  )
  expect(kept).toMatchObject({ sessions: [session] })
  expect(JSON.stringify(kept)).not.toContain(as.userId)
})

test('late events bring nothing back', async () => {
  const as = await given.monthlyMember()
  await stripe.hold()
  try {
    await callOk(deleteAccount, { as })
  } finally {
    await stripe.deliver()
    await stripe.release()
    await stripe.release()
  }
  expect(await partitionOf(as)).toMatchObject([tombstone])
  expect(await traces(as.stripeCustomerId)).toMatchObject([{ entity: 'kept-payments' }])
})

test('takes messages and mails of the address with it', async () => {
  const as = await given.user()
  const message = {
    name: 'Robin',
    email: as.email,
    subject: 'A question',
    message: 'How does this work, please?',
  }
  await callOk(submitContact, { body: message })
  await inbox.waitFor(as.email, /We have your message/)
  await callOk(deleteAccount, { as })
  await inbox.waitFor(as.email, /account is deleted/)
  await poll('every trace to go', async () => ((await traces(as.email)).length === 0 ? true : undefined))
})

test('forgets which visitor of the live chat the person was', async () => {
  const as = await given.passHolder()
  const { id } = await callOk(signChatVisitor, { as })
  await callOk(deleteAccount, { as })
  const { pk, sk } = keys.chatVisitor(id)
  expect(await stored(pk, sk)).toEqual([])
})

test('sent twice, or five times at once, answers alike and mails once', async () => {
  const as = await given.monthlyMember()
  const replies = await Promise.all(Array.from({ length: 5 }, () => call(deleteAccount, { as })))
  for (const { status } of [...replies, await call(deleteAccount, { as })]) expect(status).toBe(200)
  await inbox.waitFor(as.email, /account is deleted/)
  expect((await inbox.for(as.email)).filter(({ subject }) => /deleted/.test(subject))).toHaveLength(1)
})

test('the same address starts anew, as somebody else', async () => {
  const as = await given.annualMember()
  await callOk(deleteAccount, { as })
  const again = await given.user(as.email)
  expect(again.userId).not.toBe(as.userId)
  expect(await callOk(getAccess, { as: again })).toMatchObject({ isSubscribed: false, subscriptionEnd: null })
  await openCheckout(again)
})

test('a subscription that cannot be ended leaves the account whole, and says so', async () => {
  const as = await given.monthlyMember()
  for (const action of ['*', 'customers.delete']) {
    const down = { service: 'stripe', action, error: 'api_error' } as const
    expect(await withFaults([down], () => call(deleteAccount, { as }))).toMatchObject(
      refusal('payment_provider_error'),
    )
    expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
    expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
  }
  expect(
    await inbox.for(as.email).then((mails) => mails.filter(({ subject }) => /deleted/.test(subject))),
  ).toEqual([])
  const { pk, sk } = keys.deletion(as.userId)
  expect(await stored(pk, sk)).toEqual([])
})

test('an account that could not be cleared out of the pool is gone all the same, and its address is free', async () => {
  const as = await given.user()
  const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
  await withFaults([stuck], () => callOk(deleteAccount, { as }))
  expect(await profileOf(as)).toMatchObject([tombstone])
  expect(await call(getProfile, { as })).toMatchObject(unauthorized)
  const body = aSignUp({ email: as.email })
  await callOk(signUp, { body })
  // The first link, the receipt of the deletion, the new link.
  await inbox.waitForCount(as.email, 3)
  const { fragment } = landing(await pressButton(await linkFor(as.email, confirm)))
  expect(fragment).toMatchObject({ type: 'signup' })
  expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
  const accessToken = String(fragment['access_token'])
  expect(await callOk(getProfile, { as: { accessToken } })).toMatchObject({ email: as.email })
})

test('admins may leave, also several at once, while others stay', async () => {
  const admins = await Promise.all([given.admin(), given.admin(), given.admin()])
  const replies = await Promise.all(admins.map((as) => call(deleteAccount, { as })))
  for (const { status } of replies) expect(status).toBe(200)
})

test("touches nobody else's account, whatever the body says", async () => {
  const [as, other] = [await given.user(), await given.user()]
  await callOk(deleteAccount, { as, body: { user_id: other.userId, email: other.email } })
  await callOk(getProfile, { as: other })
})

test('a payment page that was opened before cannot be paid any more', async () => {
  const as = await given.user()
  const session = await openCheckout(as)
  await callOk(deleteAccount, { as })
  expect(await stripe.pay(session).catch(() => ({ redirect: null }))).toMatchObject({ redirect: null })
  expect(await call(createCheckout, { as, body: { plan: 'monthly' } })).toMatchObject(unauthorized)
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(deleteAccount, { as: await given.user(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(deleteAccount)).toMatchObject(unauthorized)
})
