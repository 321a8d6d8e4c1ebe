import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { createCheckout } from '#shared/contract/subscriptions.ts'
import { getProfile } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { chat } from '#test/kit/chat.ts'
import { clock } from '#test/kit/clock.ts'
import { given, type TestAccount } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { everythingStored, stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout } from '#test/kit/subscribe.ts'
import { keys } from '#platform/table/keys.ts'

const partitionOf = ({ userId }: TestAccount) => stored(keys.profile(userId).pk)

/** Returns all stored items that contain one of these texts. */
const traces = async (...texts: readonly string[]) =>
  (await everythingStored()).filter((item) => texts.some((text) => JSON.stringify(item).includes(text)))

const tombstone = { entity: 'tombstone', deleted_at: expect.any(String) as string }

describe('delete-account', () => {
  test('deletes all data, cancels the subscription at Stripe and emails a confirmation', async () => {
    const as = await given.monthlyMember()
    expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
    expect(await stripe.customer(as.stripeCustomerId)).toMatchObject({ deleted: true })
    const confirmation = await inbox.waitFor(as.email, /account has been deleted/)
    expect(confirmation.text).toContain('subscription ended')
    await poll('the record of the confirmation to go', async () =>
      (await traces(as.email)).length === 0 ? true : undefined,
    )
    expect(await partitionOf(as)).toMatchObject([tombstone])
    expect(await call(getProfile, { as })).toMatchObject(apiError('unauthorized'))
    // A repeated request is accepted, although the account of its token no longer exists.
    expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
  })

  test('removes the name and address from the conversation that the chat provider keeps', async () => {
    const as = await given.monthlyMember()
    await chat.write(await callOk(signChatVisitor, { as }), 'Kept for complaints')
    expect(await chat.conversations(as.email)).toHaveLength(1)
    await callOk(deleteAccount, { as })
    expect(await chat.conversations(as.email)).toEqual([])
    const all = await chat.conversations()
    expect(all.find(({ messages }) => messages[0]?.text === 'Kept for complaints')).toMatchObject({
      name: 'Deleted account',
      email: '',
    })
  })

  test('does not mention a subscription to an account that had none', async () => {
    const as = await given.user()
    await callOk(deleteAccount, { as })
    const confirmation = await inbox.waitFor(as.email, /account has been deleted/)
    expect(confirmation.text).not.toContain('subscription ended')
  })

  test('deletes an admin while others remain', async () => {
    const [as] = [await given.admin(), await given.admin()]
    expect(await callOk(deleteAccount, { as })).toEqual({ success: true })
    expect(await partitionOf(as)).toContainEqual(expect.objectContaining(tombstone))
    expect(await call(getProfile, { as })).toMatchObject(unauthorized)
  })

  test('retains payments for seven years, without a user id', async () => {
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
    const year = (await clock.now()).getUTCFullYear() + 7
    const about = await traces(session)
    expect(about.map(({ entity }) => entity).toSorted()).toEqual(['pass_payment', 'retained_payments'])
    for (const { gsi2sk } of about) expect(new Date(String(gsi2sk)).getUTCFullYear()).toBe(year)
  })

  test('expires open payment pages', async () => {
    const as = await given.user()
    const session = await openCheckout(as)
    await callOk(deleteAccount, { as })
    expect(await stripe.pay(session).catch(() => ({ redirect: null }))).toMatchObject({ redirect: null })
    expect(await call(createCheckout, { as, body: { plan: 'monthly' } })).toMatchObject(unauthorized)
  })
})
