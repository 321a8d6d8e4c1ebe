import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { emailTranscript } from '#shared/contract/chat.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { startMemoryChat, type MemoryChat } from '#test/kit/in-memory/memory-chat.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { type ChatApi, chatApiWith } from '../chat-api.ts'
import { visitorIdOf } from '../visitor-id.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const identityKey = 'identity-key'
const guestKey = 'a-guest-key'
/** The key of a pass whose payment had no address. */
const keyWithoutAddress = 'a-key-without-an-address'
const payer = 'payer@people.example'

let chat: MemoryChat

beforeEach(async () => {
  chat = await startMemoryChat(identityKey, () => now)
})
afterEach(() => chat.close())

/** A chat with an account and guests. `changes` replaces calls of the provider's API. */
const aChat = async (changes: Partial<ChatApi> = {}) => {
  const world = inMemory({ now })
  const caller = await world.account()
  const keyHash = hashOf(guestKey)
  const api = {
    ...chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' }),
    ...changes,
  }
  const deps = (token?: string) => ({
    table: world.table,
    identityKey: async () => identityKey,
    findGuestPass: async (key: string) =>
      ({
        [guestKey]: { holder: { keyHash }, email: payer },
        [keyWithoutAddress]: { holder: { keyHash }, email: null },
      })[key],
    openChatApi: async () =>
      token === undefined ? api : chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token }),
  })
  const converse = (id: string, ...texts: string[]) => {
    const conversation = chat.conversations.ensure({ id, name: 'Robin', email: 'robin@people.example' })
    for (const text of texts) chat.conversations.send(conversation, text)
    return conversation
  }
  return {
    caller,
    table: world.table,
    send: (body: object = {}, as: typeof caller | null = caller, token?: string) =>
      callInMemory(emailTranscript, handle, { ...(as && { caller: as }), body, now }, deps(token)),
    converse: (...texts: string[]) => converse(visitorIdOf(identityKey, { userId: caller.userId }), ...texts),
    converseAsGuest: (...texts: string[]) => converse(visitorIdOf(identityKey, { keyHash }), ...texts),
    emailsTo: (address: string) => world.table.listByIndex(keys.emailsTo(address, '').gsi1pk),
  }
}

describe('email-transcript', () => {
  test("emails an account's conversation to its own address, with every message in order", async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    const texts = Array.from({ length: 45 }, (_, index) => `Message ${index}`)
    chat.conversations.reply(converse(...texts), 'An answer')
    expect(await send()).toMatchObject({ status: 200 })
    const [email] = await emailsTo(caller.profile.email)
    expect(email).not.toHaveProperty('for_guest')
    const messages = texts.map((text) => ({ from: 'visitor', text, at: now.toISOString() }))
    expect(email).toMatchObject({
      content: {
        template: 'transcript',
        messages: [...messages, { from: 'adviser', text: 'An answer' }],
        shortened: false,
      },
    })
  })

  test('ignores content in the request', async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    converse('My question')
    await send({ messages: [{ from: 'adviser', text: 'Forged' }], email: 'other@people.example' })
    expect(JSON.stringify(await emailsTo(caller.profile.email))).not.toContain('Forged')
    expect(await emailsTo('other@people.example')).toEqual([])
  })

  test('sends one email when it is called twice, and another after a new message', async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    converse('My question')
    const first = await send()
    expect(await send()).toEqual(first)
    expect(await emailsTo(caller.profile.email)).toHaveLength(1)
    converse('One more question')
    await send()
    expect(await emailsTo(caller.profile.email)).toHaveLength(2)
  })

  test("emails a guest's conversation to the address of the guest pass, and masks it in the response", async () => {
    const { send, converse, converseAsGuest, emailsTo } = await aChat()
    converse('A question of the account')
    converseAsGuest('A question of the guest')
    expect(await send({ guest_key: guestKey }, null)).toEqual({
      status: 200,
      body: { sentTo: 'p•••@people.example' },
    })
    expect(await emailsTo(payer)).toMatchObject([
      { content: { messages: [{ text: 'A question of the guest' }] }, for_guest: true },
    ])
  })

  test('rejects an unknown guest key and an anonymous request', async () => {
    const { send, converse } = await aChat()
    converse('My question')
    expect(await send({ guest_key: 'another-key' }, null)).toEqual(apiError('no_chat_access'))
    expect(await send({}, null)).toEqual(apiError('no_chat_access'))
  })

  test('stores no email for an account that is deleted while its conversation is read', async () => {
    const { caller, table, send, converse, emailsTo } = await aChat()
    converse('My question')
    await accountDeletionInMemory(table).deleteAccount(caller, now)
    const before = await emailsTo(caller.profile.email)
    expect(await send()).toEqual(apiError('unauthorized'))
    expect(await emailsTo(caller.profile.email)).toEqual(before)
  })

  test('rejects a guest pass without an address, and a conversation without messages', async () => {
    const { send, converse, converseAsGuest } = await aChat()
    converseAsGuest('My question')
    expect(await send({ guest_key: keyWithoutAddress }, null)).toEqual(apiError('no_transcript_address'))
    converse()
    expect(await send()).toEqual(apiError('no_transcript'))
  })

  test('rejects a conversation that has only notes between advisers', async () => {
    const empty = { id: 70, lastMessageId: 1, messages: [], isShortened: false }
    const { caller, send, emailsTo } = await aChat({ findLatest: async () => empty })
    expect(await send()).toEqual(apiError('no_transcript'))
    expect(await emailsTo(caller.profile.email)).toEqual([])
  })

  test("never sends another visitor's conversation", async () => {
    const { send, converseAsGuest } = await aChat()
    converseAsGuest('A question of the guest')
    expect(await send()).toEqual(apiError('no_transcript'))
  })

  test('leaves out the earliest messages of a conversation that is too long for one email', async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    converse('The first', ...Array.from({ length: 24 }, () => 'x'.repeat(4000)))
    await send()
    const [email] = await emailsTo(caller.profile.email)
    expect(email).toMatchObject({ content: { shortened: true } })
    expect(JSON.stringify(email)).not.toContain('The first')
  })

  test('keeps every message of a conversation that just fits an email', async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    converse(`The first${'x'.repeat(1991)}`, ...Array.from({ length: 22 }, () => 'x'.repeat(4000)))
    await send()
    const [email] = await emailsTo(caller.profile.email)
    expect(email).toMatchObject({ content: { shortened: false } })
    expect(JSON.stringify(email)).toContain('The first')
  })

  test('says so if the provider has more messages than are read', async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    converse('The first', ...Array.from({ length: 500 }, () => 'A question'))
    await send()
    const [email] = await emailsTo(caller.profile.email)
    expect(email).toMatchObject({ content: { shortened: true } })
    expect(JSON.stringify(email)).not.toContain('The first')
  })

  test('sends the whole conversation after one that a slow provider shortened', async () => {
    const { caller, send, converse, emailsTo } = await aChat()
    converse('The first', ...Array.from({ length: 30 }, () => 'A question'))
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += 5000))
    await send()
    time.mockRestore()
    await send()
    expect(await emailsTo(caller.profile.email)).toMatchObject([
      { content: { shortened: true } },
      { content: { shortened: false, messages: { length: 31 } } },
    ])
  })

  test('reports that the provider rejects the access', async () => {
    const { send, converse } = await aChat()
    converse('My question')
    expect(await send({}, undefined, 'wrong-token')).toEqual(apiError('chat_provider_error'))
  })
})
