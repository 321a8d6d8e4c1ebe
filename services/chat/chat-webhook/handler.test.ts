import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '../../../shared/contract/billing.ts'
import { signChatVisitor } from '../../../shared/contract/chat.ts'
import { checkGuestAccess, guestSessionEvent } from '../../../shared/contract/passes.ts'
import { callOk, callRaw, type Signed } from '../../../test/kit/call.ts'
import { chat } from '../../../test/kit/chat.ts'
import { clock } from '../../../test/kit/clock.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { letMinutesPass, openTheChat } from '../../../test/kit/hours.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { buyPass } from '../../../test/kit/pass.ts'
import { poll } from '../../../test/kit/poll.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { stored } from '../../../test/kit/stored.ts'
import { stripe } from '../../../test/kit/stripe.ts'
import { openCheckout } from '../../../test/kit/subscribe.ts'
import { keys } from '../../platform/table/keys.ts'

afterEach(async () => {
  await chat.restore()
  await clock.restore()
})

const open = (as: Signed) => callOk(signChatVisitor, { as })
const passOf = async (as: Signed) => (await callOk(getAccess, { as })).pass
const check = (guest_key: string) => callOk(checkGuestAccess, { body: { guest_key } })

/** Somebody with a guest pass who has opened the chat: the key, and what the provider calls them. */
const aGuest = async () => {
  const { guestKey } = await given.guest()
  const { email } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
  return { guestKey, address: email }
}

test("an adviser's first answer starts a guest pass with the browser closed, and later ones move nothing", async () => {
  const { guestKey, address } = await aGuest()
  expect(await check(guestKey)).toEqual({ active: true })
  await chat.reply({ guestKey })
  expect(await chat.told(address)).toEqual([200])
  const started = await check(guestKey)
  expect(started.ends_at).toBeDefined()
  await letMinutesPass(10)
  await chat.hold()
  await chat.reply({ guestKey }, 'And another thing')
  const [second] = await chat.heldFor(address)
  expect(await chat.release([String(second?.id)])).toEqual([200])
  expect(await check(guestKey)).toEqual(started)
})

test('an answer starts the pass of an account', async () => {
  const as = await given.passHolder()
  await open(as)
  await chat.reply({ email: as.email })
  await chat.told(as.email)
  expect(await passOf(as)).toMatchObject({ state: 'running' })
})

test('whoever tells first wins: the browser has, and the provider moves nothing', async () => {
  const { guestKey, address } = await aGuest()
  await chat.hold()
  await chat.reply({ guestKey })
  await callOk(guestSessionEvent, { body: { guest_key: guestKey, event: 'started' } })
  const started = await check(guestKey)
  await letMinutesPass(2)
  const [held] = await chat.heldFor(address)
  expect(await chat.release([String(held?.id)])).toEqual([200])
  expect(await check(guestKey)).toEqual(started)
})

test('who subscribes keeps the pass they bought before', async () => {
  const as = await given.passHolder()
  await stripe.pay(await openCheckout(as))
  await poll('the subscription', async () => (await callOk(getAccess, { as })).isSubscribed || undefined)
  await open(as)
  await chat.reply({ email: as.email })
  expect(await chat.told(as.email)).toEqual([200])
  expect(await passOf(as)).toMatchObject({ state: 'waiting' })
})

test('the same delivery, again and at once, starts one time and is noted once', async () => {
  const { guestKey, address } = await aGuest()
  await chat.hold()
  await chat.reply({ guestKey })
  const id = String((await chat.heldFor(address))[0]?.id)
  const rounds = await Promise.all([chat.release([id], 2), chat.release([id], 2), chat.release([id], 2)])
  expect(new Set(rounds.flat())).toEqual(new Set([200]))
  const { pk, sk } = keys.chatEvent(`chatwoot:${id}`)
  expect(await stored(pk, sk)).toHaveLength(1)
  expect((await check(guestKey)).active).toBe(true)
})

test('a fault of ours asks the provider to come again, and then the pass runs', async () => {
  const { guestKey, address } = await aGuest()
  await chat.hold()
  await chat.reply({ guestKey })
  const id = String((await chat.heldFor(address))[0]?.id)
  const fault = { service: 'dynamodb', action: 'TransactWriteItems', error: 'InternalServerError' } as const
  await withFaults([fault], async () => expect(await chat.release([id])).toEqual([500]))
  expect(await check(guestKey)).toEqual({ active: true })
  expect(await chat.release([id])).toEqual([200])
  expect((await check(guestKey)).ends_at).toBeDefined()
})

describe('told as Tawk.to tells, after the chat', () => {
  test("a pass starts at the adviser's first message, not when we hear of it", async () => {
    const { guestKey, address } = await aGuest()
    await chat.speakAs('tawk')
    const { messages } = await chat.reply({ guestKey })
    await letMinutesPass(10)
    await chat.reply({ guestKey }, 'Anything else?')
    expect(await check(guestKey)).toEqual({ active: true })
    await chat.end({ guestKey })
    expect(await chat.told(address)).toEqual([200])
    const endsAt = Date.parse(String(messages[0]?.at)) + 30 * 60_000
    expect(await check(guestKey)).toEqual({ active: true, ends_at: new Date(endsAt).toISOString() })
  })

  test('a pass whose time ran out before we heard is over, and its holder is told', async () => {
    const email = `told-late-${Date.now()}@guest.example`
    const { guestKey } = await given.guest(email)
    const { email: address } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    await chat.speakAs('tawk')
    await chat.reply({ guestKey })
    await letMinutesPass(45)
    await chat.end({ guestKey })
    await chat.told(address)
    expect(await check(guestKey)).toEqual({ active: false })
    await inbox.waitFor(email, /over/)
  })

  test('a chat from before the payment starts nothing', async () => {
    await openTheChat()
    const as = await given.user()
    await chat.speakAs('tawk')
    await chat.reply({ email: as.email })
    await chat.hold()
    await chat.end({ email: as.email })
    const [transcript] = await chat.heldFor(as.email)
    await buyPass(as)
    expect(await chat.release([String(transcript?.id)])).toEqual([200])
    expect(await passOf(as)).toMatchObject({ state: 'waiting' })
  })
})

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  callRaw('/webhooks/chat', { headers: { 'content-type': 'application/json', ...headers }, body })

const forged = (secret: string, body: string, at: Date) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-chatwoot-timestamp': timestamp, 'x-chatwoot-signature': `sha256=${mac}` }
}

test('refuses what nobody signed, or somebody else did', async () => {
  const body = JSON.stringify({ event: 'message_created', message_type: 'outgoing' })
  const now = await clock.now()
  const attempts: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'x-tawk-signature': '' },
    { 'x-tawk-signature': createHmac('sha1', 'wrong').update(body).digest('hex') },
    forged('wrong', body, now),
    forged('', body, now),
  ]
  for (const headers of attempts)
    expect(await post(body, headers)).toMatchObject(refusal('invalid_signature'))
})

const answerTo = (identifier: string, at: Date) =>
  JSON.stringify({
    event: 'message_created',
    message_type: 'outgoing',
    created_at: at.toISOString(),
    sender: { id: 1, type: 'user' },
    conversation: { meta: { sender: { identifier } } },
  })

test('a delivery that somebody caught and sends again later is refused', async () => {
  const now = await clock.now()
  const body = answerTo('somebody', now)
  expect(await chat.deliver('chatwoot', body)).toMatchObject({ status: 200 })
  for (const minutes of [-6, 6]) {
    const at = new Date(now.getTime() + minutes * 60_000)
    expect(await chat.deliver('chatwoot', body, { at })).toMatchObject(refusal('invalid_signature'))
  }
})

test('an old transcript under a new name does not start a pass that was bought since', async () => {
  const { guestKey, address } = await aGuest()
  const anHourAgo = new Date((await clock.now()).getTime() - 3600_000).toISOString()
  const messages = [{ sender: { t: 'a' }, type: 'msg', msg: 'Hello', time: anHourAgo }]
  const body = JSON.stringify({
    event: 'chat:transcript_created',
    chat: { id: 'c', visitor: { email: address }, messages },
  })
  expect(await chat.deliver('tawk', body)).toMatchObject({ status: 200 })
  expect(await check(guestKey)).toEqual({ active: true })
})

test('thanks for news of strangers, of other things and of nothing, and leaves all as it is', async () => {
  const now = await clock.now()
  for (const body of [
    answerTo('a stranger', now),
    answerTo('../../user#1', now),
    JSON.stringify({ event: 'conversation_updated' }),
    JSON.stringify({ event: 'message_created', message_type: 'outgoing', sender: null }),
    'null',
    '[]',
    '"text"',
  ])
    for (const as of ['chatwoot', 'tawk'] as const)
      expect(await chat.deliver(as, body)).toMatchObject({ status: 200, body: { received: true } })
})

test.each(['', 'not json', '{"event":', '\u0000'])('refuses the well signed body %j', async (body) => {
  expect(await chat.deliver('tawk', body)).toMatchObject(refusal('invalid_json'))
})

test('refuses a body that is far too large', async () => {
  expect(await post('x'.repeat(1024 * 1024 + 1))).toMatchObject(refusal('payload_too_large'))
})
