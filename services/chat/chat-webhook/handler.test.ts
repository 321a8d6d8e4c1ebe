import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { londonMonthOf } from '#shared/rules/numbers.ts'
import { callOk, callRaw, type SignedInUser } from '#test/kit/call.ts'
import { chat } from '#test/kit/chat.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { operator } from '#test/kit/operator.ts'
import { poll } from '#test/kit/poll.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { apiError } from '#test/kit/api-error.ts'
import * as paths from '#shared/values/site-map.ts'
import { readChatCounts } from '../chat-count.repository.ts'

afterEach(async () => {
  await chat.restore()
  await clock.restore()
})

const identify = (as: SignedInUser) => callOk(signChatVisitor, { as })
const passOf = async (as: SignedInUser) => (await callOk(getAccess, { as })).pass
const checkGuest = (guest_key: string) => callOk(checkGuestAccess, { body: { guest_key } })

/** The access of a guest whose pass waits for its start. */
const waiting = { active: true, use_by: expect.any(String), minutes: 30 }

/** A guest with a pass who has opened the chat: the guest key, and the address at the provider. */
const aGuest = async () => {
  const { guestKey } = await given.guest()
  const { email } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
  return { guestKey, address: email }
}

/** Chatwoot's event for a message of an adviser. */
const replyTo = (identifier: string, at: Date) =>
  JSON.stringify({
    event: 'message_created',
    message_type: 'outgoing',
    created_at: at.toISOString(),
    sender: { id: 1, type: 'user' },
    conversation: { meta: { sender: { identifier }, hmac_verified: true } },
  })

describe('chat-webhook with Chatwoot, which reports each message as it is sent', () => {
  test('shows advisers the access of a guest at the provider, without the email address', async () => {
    const { guestKey, address } = await aGuest()
    await chat.reply({ guestKey })
    expect(await chat.waitForDelivery(address)).toEqual([200])
    const [conversation] = await chat.conversations(address)
    expect(conversation?.attributes).toEqual({
      access: expect.stringMatching(/^Pass, (?:30|29) minutes left$/),
      country: 'Not known',
      earlier_tickets: 'None',
    })
  })

  test('emails an absent holder and starts no time until they open the conversation', async () => {
    const email = `absent-${Date.now()}@guest.example`
    const { guestKey } = await given.guest(email)
    const { id } = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    await letMinutesPass(3)
    // `chat.reply` would sign the visitor first, as if they opened the chat.
    const reply = replyTo(id, await clock.now())
    expect(await chat.deliver('chatwoot', reply)).toMatchObject({ status: 200 })
    const { links } = await inbox.waitFor(email, /adviser has replied/)
    expect(links.join(' ')).toMatch(/auth\/pass\?pass=cs_/)
    await letMinutesPass(60)
    expect(await checkGuest(guestKey)).toEqual({ ...waiting, adviser_replied_at: expect.any(String) })
    const before = await clock.now()
    await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    const after = await clock.now()
    const { ends_at } = await checkGuest(guestKey)
    const startedAt = Date.parse(String(ends_at)) - 30 * 60_000
    expect(startedAt).toBeGreaterThanOrEqual(before.getTime())
    expect(startedAt).toBeLessThanOrEqual(after.getTime())
  })

  test('starts the pass of an account', async () => {
    const as = await given.passHolder()
    await identify(as)
    await chat.reply({ email: as.email })
    await chat.waitForDelivery(as.email)
    expect(await passOf(as)).toMatchObject({ state: 'running' })
  })

  test('counts the chat of a member once both sides have written', async () => {
    const table = await operator.table()
    const month = londonMonthOf(await clock.now())
    const chats = async () => (await readChatCounts(table)).find((one) => one.month === month)?.value ?? 0
    const before = await chats()
    const as = await given.monthlyMember()
    await chat.write(await identify(as), 'May I enter?')
    await chat.waitForDelivery(as.email)
    expect(await chats()).toBe(before)
    await chat.reply({ email: as.email })
    await poll('the count of chats', async () => ((await chats()) > before ? true : undefined))
    expect(await chats()).toBe(before + 1)
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
    expect(await checkGuest(guestKey)).toEqual({
      active: true,
      ends_at: new Date(endsAt).toISOString(),
      minutes: 30,
    })
  })
})

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  callRaw(paths.chatWebhook, { headers: { 'content-type': 'application/json', ...headers }, body })

describe('chat-webhook', () => {
  test('rejects a delivery with a missing or wrong signature', async () => {
    const body = JSON.stringify({ event: 'message_created', message_type: 'outgoing' })
    const wrong = { 'x-tawk-signature': createHmac('sha1', 'wrong').update(body).digest('hex') }
    for (const headers of [{}, wrong])
      expect(await post(body, headers)).toMatchObject(apiError('invalid_signature'))
  })

  test('acknowledges a delivery about an unknown visitor', async () => {
    const reply = replyTo('an-unknown-visitor', await clock.now())
    expect(await chat.deliver('chatwoot', reply)).toMatchObject({ status: 200, body: { received: true } })
  })

  test('rejects a signed body that is not JSON', async () => {
    expect(await chat.deliver('tawk', 'not json')).toMatchObject(apiError('invalid_json'))
  })

  test('rejects a body of more than 1 MiB', async () => {
    expect(await post('x'.repeat(1024 * 1024 + 1))).toMatchObject(apiError('payload_too_large'))
  })
})
