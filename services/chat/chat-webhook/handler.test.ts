import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { checkGuestAccess, guestSessionEvent } from '#shared/contract/passes.ts'
import { callOk, callRaw, type Signed } from '#test/kit/call.ts'
import { chat } from '#test/kit/chat.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass, openTheChat } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { buyPass } from '#test/kit/pass.ts'
import { poll } from '#test/kit/poll.ts'
import { apiError } from '#test/kit/api-error.ts'
import { stored } from '#test/kit/stored.ts'
import { stripe } from '#test/kit/stripe.ts'
import { openCheckout } from '#test/kit/subscribe.ts'
import { keys } from '#platform/table/keys.ts'
import * as paths from '#shared/values/site-map.ts'

afterEach(async () => {
  await chat.restore()
  await clock.restore()
})

const identify = (as: Signed) => callOk(signChatVisitor, { as })
const passOf = async (as: Signed) => (await callOk(getAccess, { as })).pass
const checkGuest = (guest_key: string) => callOk(checkGuestAccess, { body: { guest_key } })

/** The access of a guest whose pass waits for its start. */
const waiting = { active: true, use_by: expect.any(String) }

/** A guest with a pass who has opened the chat: the guest key, and the address at the provider. */
const aGuest = async () => {
  const { guestKey } = await given.guest()
  const { email } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
  return { guestKey, address: email }
}

/** Chatwoot's event for a message of the visitor (`incoming`) or an adviser (`outgoing`). */
const messageIn = (identifier: string, message_type: 'incoming' | 'outgoing', at: Date) =>
  JSON.stringify({
    event: 'message_created',
    message_type,
    created_at: at.toISOString(),
    sender: { id: 1, type: message_type === 'incoming' ? 'contact' : 'user' },
    conversation: { meta: { sender: { identifier } } },
  })

describe('chat-webhook with Chatwoot, which reports each message as it is sent', () => {
  test("starts a guest pass at the adviser's first reply with the browser closed, and only once", async () => {
    const { guestKey, address } = await aGuest()
    expect(await checkGuest(guestKey)).toEqual(waiting)
    await chat.reply({ guestKey })
    expect(await chat.waitForDelivery(address)).toEqual([200])
    const started = await checkGuest(guestKey)
    expect(started.ends_at).toBeDefined()
    await letMinutesPass(10)
    await chat.hold()
    await chat.reply({ guestKey }, 'And another thing')
    const [second] = await chat.heldFor(address)
    expect(await chat.release([String(second?.id)])).toEqual([200])
    expect(await checkGuest(guestKey)).toEqual(started)
  })

  test('emails an absent holder and starts no time until they open the conversation', async () => {
    const email = `absent-${Date.now()}@guest.example`
    const { guestKey } = await given.guest(email)
    const { id } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    await letMinutesPass(3)
    // Not `chat.reply`, which signs the visitor first, as if they opened the chat.
    const reply = messageIn(id, 'outgoing', await clock.now())
    expect(await chat.deliver('chatwoot', reply)).toMatchObject({ status: 200 })
    const { links } = await inbox.waitFor(email, /adviser has replied/)
    expect(links.join(' ')).toMatch(/auth\/pass\?pass=cs_/)
    await letMinutesPass(60)
    expect(await checkGuest(guestKey)).toEqual({ ...waiting, adviser_replied_at: expect.any(String) })
    await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    const endsAt = (await clock.now()).getTime() + 30 * 60_000
    const { ends_at } = await checkGuest(guestKey)
    expect(Math.abs(Date.parse(String(ends_at)) - endsAt)).toBeLessThan(10_000)
  })

  test("starts the pass at the holder's next message if the browser reports nothing", async () => {
    const { guestKey } = await given.guest()
    const { id } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    await letMinutesPass(3)
    await chat.deliver('chatwoot', messageIn(id, 'outgoing', await clock.now()))
    await letMinutesPass(3)
    const writtenAt = await clock.now()
    const body = messageIn(id, 'incoming', writtenAt)
    for (let i = 0; i < 2; i += 1) expect(await chat.deliver('chatwoot', body)).toMatchObject({ status: 200 })
    const endsAt = new Date(writtenAt.getTime() + 30 * 60_000).toISOString()
    expect(await checkGuest(guestKey)).toEqual({ active: true, ends_at: endsAt })
  })

  test('starts the pass of an account', async () => {
    const as = await given.passHolder()
    await identify(as)
    await chat.reply({ email: as.email })
    await chat.waitForDelivery(as.email)
    expect(await passOf(as)).toMatchObject({ state: 'running' })
  })

  test('does not restart a pass that the browser has started', async () => {
    const { guestKey, address } = await aGuest()
    await chat.hold()
    await chat.reply({ guestKey })
    await callOk(guestSessionEvent, { body: { guest_key: guestKey, event: 'started' } })
    const started = await checkGuest(guestKey)
    await letMinutesPass(2)
    const [held] = await chat.heldFor(address)
    expect(await chat.release([String(held?.id)])).toEqual([200])
    expect(await checkGuest(guestKey)).toEqual(started)
  })

  test("does not start a subscriber's earlier pass", async () => {
    const as = await given.passHolder()
    await stripe.pay(await openCheckout(as))
    await poll('the subscription', async () => (await callOk(getAccess, { as })).isSubscribed || undefined)
    await identify(as)
    await chat.reply({ email: as.email })
    expect(await chat.waitForDelivery(as.email)).toEqual([200])
    expect(await passOf(as)).toMatchObject({ state: 'waiting' })
  })

  test('starts a pass once and stores the event once when a delivery is repeated concurrently', async () => {
    const { guestKey, address } = await aGuest()
    await chat.hold()
    await chat.reply({ guestKey })
    const id = String((await chat.heldFor(address))[0]?.id)
    const rounds = await Promise.all([chat.release([id], 2), chat.release([id], 2), chat.release([id], 2)])
    expect(new Set(rounds.flat())).toEqual(new Set([200]))
    const { pk, sk } = keys.chatEvent(`chatwoot:${id}`)
    expect(await stored(pk, sk)).toHaveLength(1)
    expect((await checkGuest(guestKey)).active).toBe(true)
  })

  test('returns 500 on an unexpected error and starts the pass at the next delivery', async () => {
    const { guestKey, address } = await aGuest()
    await chat.hold()
    await chat.reply({ guestKey })
    const id = String((await chat.heldFor(address))[0]?.id)
    const fault = {
      service: 'dynamodb',
      action: 'TransactWriteItems',
      error: 'InternalServerError',
    } as const
    await withFaults([fault], async () => expect(await chat.release([id])).toEqual([500]))
    expect(await checkGuest(guestKey)).toEqual(waiting)
    expect(await chat.release([id])).toEqual([200])
    expect((await checkGuest(guestKey)).ends_at).toBeDefined()
  })
})

describe('chat-webhook with Tawk.to, which sends a transcript after the chat', () => {
  test("starts a pass at the time of the adviser's first message, not of the delivery", async () => {
    const { guestKey, address } = await aGuest()
    await chat.speakAs('tawk')
    const { messages } = await chat.reply({ guestKey })
    await letMinutesPass(10)
    await chat.reply({ guestKey }, 'Anything else?')
    await chat.end({ guestKey })
    expect(await chat.waitForDelivery(address)).toEqual([200])
    const endsAt = Date.parse(String(messages[0]?.at)) + 30 * 60_000
    expect(await checkGuest(guestKey)).toEqual({ active: true, ends_at: new Date(endsAt).toISOString() })
  })

  test('starts the pass of an absent holder at the first message after a reply', async () => {
    const { guestKey, address } = await aGuest()
    const now = (await clock.now()).getTime()
    await letMinutesPass(90)
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const messageAt = (t: 'a' | 'v', minutes: number) => ({
      sender: { t },
      type: 'msg',
      msg: '…',
      time: at(minutes),
    })
    const transcriptOf = (...messages: object[]) =>
      JSON.stringify({ event: 'chat:transcript_created', chat: { visitor: { email: address }, messages } })
    expect(await chat.deliver('tawk', transcriptOf(messageAt('a', 50)))).toMatchObject({ status: 200 })
    expect(await checkGuest(guestKey)).toEqual({ ...waiting, adviser_replied_at: at(50) })
    await chat.deliver('tawk', transcriptOf(messageAt('v', 40), messageAt('v', 70), messageAt('a', 71)))
    expect(await checkGuest(guestKey)).toEqual({ active: true, ends_at: at(100) })
  })

  test('closes a pass whose time ran out before the delivery, and emails its holder', async () => {
    const email = `late-transcript-${Date.now()}@guest.example`
    const { guestKey } = await given.guest(email)
    const { email: address } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    await chat.speakAs('tawk')
    await chat.reply({ guestKey })
    await letMinutesPass(45)
    await chat.end({ guestKey })
    await chat.waitForDelivery(address)
    expect(await checkGuest(guestKey)).toEqual({ active: false })
    await inbox.waitFor(email, /has ended/)
  })

  test('does not start a pass with a chat from before the payment', async () => {
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

  test('does not start a pass with an old transcript under a new event id', async () => {
    const { guestKey, address } = await aGuest()
    const anHourAgo = new Date((await clock.now()).getTime() - 3600_000).toISOString()
    const messages = [{ sender: { t: 'a' }, type: 'msg', msg: 'Hello', time: anHourAgo }]
    const body = JSON.stringify({
      event: 'chat:transcript_created',
      chat: { id: 'c', visitor: { email: address }, messages },
    })
    expect(await chat.deliver('tawk', body)).toMatchObject({ status: 200 })
    expect(await checkGuest(guestKey)).toEqual(waiting)
  })
})

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  callRaw(paths.chatWebhook, { headers: { 'content-type': 'application/json', ...headers }, body })

const chatwootHeaders = (secret: string, body: string, at: Date) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-chatwoot-timestamp': timestamp, 'x-chatwoot-signature': `sha256=${mac}` }
}

const replyTo = (identifier: string, at: Date) => messageIn(identifier, 'outgoing', at)

describe('chat-webhook', () => {
  test('rejects a delivery with a missing or wrong signature', async () => {
    const body = JSON.stringify({ event: 'message_created', message_type: 'outgoing' })
    const now = await clock.now()
    const attempts: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'x-tawk-signature': '' },
      { 'x-tawk-signature': createHmac('sha1', 'wrong').update(body).digest('hex') },
      chatwootHeaders('wrong', body, now),
      chatwootHeaders('', body, now),
    ]
    for (const headers of attempts)
      expect(await post(body, headers)).toMatchObject(apiError('invalid_signature'))
  })

  test('rejects a replayed delivery whose signature is more than five minutes old', async () => {
    const now = await clock.now()
    const body = replyTo('unknown-visitor', now)
    expect(await chat.deliver('chatwoot', body)).toMatchObject({ status: 200 })
    for (const minutes of [-6, 6]) {
      const at = new Date(now.getTime() + minutes * 60_000)
      expect(await chat.deliver('chatwoot', body, { at })).toMatchObject(apiError('invalid_signature'))
    }
  })

  test('acknowledges deliveries about unknown visitors and other events', async () => {
    const now = await clock.now()
    for (const body of [
      replyTo('an-unknown-visitor', now),
      replyTo('../../user#1', now),
      JSON.stringify({ event: 'conversation_updated' }),
      JSON.stringify({ event: 'message_created', message_type: 'outgoing', sender: null }),
      'null',
      '[]',
      '"text"',
    ])
      for (const as of ['chatwoot', 'tawk'] as const)
        expect(await chat.deliver(as, body)).toMatchObject({ status: 200, body: { received: true } })
  })

  test.each(['', 'not json', '{"event":', '\u0000'])('rejects the signed body %j', async (body) => {
    expect(await chat.deliver('tawk', body)).toMatchObject(apiError('invalid_json'))
  })

  test('rejects a body of more than 1 MiB', async () => {
    expect(await post('x'.repeat(1024 * 1024 + 1))).toMatchObject(apiError('payload_too_large'))
  })
})
