import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { checkSubscription, createCheckout, getAccess } from '#shared/contract/subscriptions.ts'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { submitContact } from '#shared/contract/contact.ts'
import { getProfile, signUp } from '#shared/contract/identity.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given, type Person } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { poll } from '#test/kit/poll.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { everythingStored, stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout } from '#test/kit/subscribe.ts'
import { keys } from '#platform/table/keys.ts'

const profileOf = ({ userId }: Person) => stored(keys.profile(userId).pk, keys.profile(userId).sk)
const partitionOf = ({ userId }: Person) => stored(keys.profile(userId).pk)
const confirm = /Confirm your email/

/** Returns all stored items that contain one of these texts. */
const traces = async (...texts: readonly string[]) =>
  (await everythingStored()).filter((item) => texts.some((text) => JSON.stringify(item).includes(text)))

const tombstone = { entity: 'tombstone', deleted_at: expect.any(String) as string }

describe('delete-account', () => {
  test('deletes all data of an account without purchases and emails a confirmation', async () => {
    const as = await given.user()
    expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
    const receipt = await inbox.waitFor(as.email, /account has been deleted/)
    expect(receipt.text).not.toContain('subscription ended')
    await poll('the record of the receipt to go', async () =>
      (await traces(as.email)).length === 0 ? true : undefined,
    )
    expect(await partitionOf(as)).toMatchObject([tombstone])
    expect(await call(getProfile, { as })).toMatchObject(apiError('unauthorized'))
  })

  test('cancels the subscription and deletes the customer at Stripe', async () => {
    const as = await given.monthlyMember()
    await callOk(deleteAccount, { as })
    expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
    expect((await inbox.waitFor(as.email, /account has been deleted/)).text).toContain('subscription ended')
  })

  test('deletes past-due and cancelling customers too', async () => {
    for (const as of [await given.pastDueMember(), await given.cancellingMember()]) {
      await callOk(deleteAccount, { as })
      expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
    }
  })

  test('retains payments without a user id', async () => {
    const as = await given.passHolder()
    const [pass] = (await partitionOf(as)).filter(({ entity }) => entity === 'pass')
    const session = String(pass?.['session_id'])
    await callOk(deleteAccount, { as })
    const payment = keys.passPayment(session)
    expect(await stored(payment.pk, payment.sk)).toMatchObject([{ user_id: null, pass: session }])
    const [retained] = await traces(session).then((items) =>
      items.filter(({ entity }) => entity === 'retained_payments'),
    )
    expect(retained).toMatchObject({ sessions: [session] })
    expect(JSON.stringify(retained)).not.toContain(as.userId)
  })

  test('ignores late Stripe events', async () => {
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
    expect(await traces(as.stripeCustomerId)).toMatchObject([{ entity: 'retained_payments' }])
  })

  test('deletes contact messages and emails of the address', async () => {
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
    await inbox.waitFor(as.email, /account has been deleted/)
    await poll('every trace to go', async () => ((await traces(as.email)).length === 0 ? true : undefined))
  })

  test("deletes the account's chat visitor", async () => {
    const as = await given.passHolder()
    const { id } = await callOk(signChatVisitor, { as })
    await callOk(deleteAccount, { as })
    const { pk, sk } = keys.chatVisitor(id)
    expect(await stored(pk, sk)).toEqual([])
  })

  test('returns the same response to repeated and concurrent requests and sends one email', async () => {
    const as = await given.monthlyMember()
    const replies = await Promise.all(Array.from({ length: 5 }, () => call(deleteAccount, { as })))
    for (const { status } of [...replies, await call(deleteAccount, { as })]) expect(status).toBe(200)
    await inbox.waitFor(as.email, /account has been deleted/)
    expect((await inbox.for(as.email)).filter(({ subject }) => /deleted/.test(subject))).toHaveLength(1)
  })

  test('allows the same address to open a new, unrelated account', async () => {
    const as = await given.annualMember()
    await callOk(deleteAccount, { as })
    const again = await given.user(as.email)
    expect(again.userId).not.toBe(as.userId)
    expect(await callOk(getAccess, { as: again })).toMatchObject({
      isSubscribed: false,
      subscriptionEnd: null,
    })
    await openCheckout(again)
  })

  test('changes nothing and returns an error if Stripe cannot cancel the subscription', async () => {
    const as = await given.monthlyMember()
    for (const action of ['*', 'customers.delete']) {
      const down = { service: 'stripe', action, error: 'api_error' } as const
      expect(await withFaults([down], () => call(deleteAccount, { as }))).toMatchObject(
        apiError('payment_provider_error'),
      )
      expect(await callOk(getAccess, { as })).toMatchObject({ isSubscribed: true })
      expect(await callOk(checkSubscription, { as })).toEqual({ subscribed: true })
    }
    expect(
      await inbox.for(as.email).then((emails) => emails.filter(({ subject }) => /deleted/.test(subject))),
    ).toEqual([])
    const { pk, sk } = keys.deletion(as.userId)
    expect(await stored(pk, sk)).toEqual([])
  })

  test('deletes the account and frees its address even if the user pool fails', async () => {
    const as = await given.user()
    const stuck = { service: 'cognito', action: 'AdminDeleteUser', error: 'InternalErrorException' } as const
    await withFaults([stuck], () => callOk(deleteAccount, { as }))
    expect(await profileOf(as)).toMatchObject([tombstone])
    expect(await call(getProfile, { as })).toMatchObject(unauthorized)
    const body = aSignUp({ email: as.email })
    await callOk(signUp, { body })
    // The first verification link, the receipt of the deletion and the new link.
    await inbox.waitForCount(as.email, 3)
    const { fragment } = landing(await pressButton(await linkFor(as.email, confirm)))
    expect(fragment).toMatchObject({ type: 'signup' })
    expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
    const accessToken = String(fragment['access_token'])
    expect(await callOk(getProfile, { as: { accessToken } })).toMatchObject({ email: as.email })
  })

  test('deletes several admins at once while others remain', async () => {
    const admins = await Promise.all([given.admin(), given.admin(), given.admin()])
    const replies = await Promise.all(admins.map((as) => call(deleteAccount, { as })))
    for (const { status } of replies) expect(status).toBe(200)
  })

  test('ignores user ids and addresses in the body', async () => {
    const [as, other] = [await given.user(), await given.user()]
    await callOk(deleteAccount, { as, body: { user_id: other.userId, email: other.email } })
    await callOk(getProfile, { as: other })
  })

  test('expires open payment pages', async () => {
    const as = await given.user()
    const session = await openCheckout(as)
    await callOk(deleteAccount, { as })
    expect(await stripe.pay(session).catch(() => ({ redirect: null }))).toMatchObject({ redirect: null })
    expect(await call(createCheckout, { as, body: { plan: 'monthly' } })).toMatchObject(unauthorized)
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(deleteAccount, { as: await given.user(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(deleteAccount)).toMatchObject(unauthorized)
  })
})
