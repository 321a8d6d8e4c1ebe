import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { startMemoryChat, type MemoryChat } from '#test/kit/in-memory/memory-chat.ts'
import { chatApiWith } from './chat-api.ts'

const now = new Date('2027-03-01T10:00:00Z')
const robin = { id: 'visitor-of-robin', name: 'Robin Sample', email: 'robin@people.example' }
let chat: MemoryChat

beforeEach(async () => {
  chat = await startMemoryChat('identity-key', () => now)
})
afterEach(() => chat.close())

const api = () => chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' })
const visitors = () =>
  chat.conversations.list().map(({ visitor, attributes }) => ({ ...visitor, attributes }))

describe('forgetVisitor', () => {
  test('deletes the contact of a visitor who has never written', async () => {
    chat.conversations.ensure(robin)
    chat.conversations.ensure({ ...robin, id: `${robin.id}-2` })
    await api().forgetVisitor(robin.id)
    expect(visitors()).toMatchObject([{ id: `${robin.id}-2` }])
  })

  test('removes the name, the address and the facts from a contact whose conversation is kept', async () => {
    chat.conversations.send(chat.conversations.ensure(robin), 'A question')
    await api().describeVisitor(robin.id, { access: 'Annual plan', earlier_tickets: '1: Deposits' })
    for (let i = 0; i < 2; i += 1) await api().forgetVisitor(robin.id)
    expect(visitors()).toEqual([{ id: robin.id, name: 'Deleted account', email: '', attributes: {} }])
    expect((await api().findLatest(robin.id))?.messages).toMatchObject([{ text: 'A question' }])
  })

  test('empties the contact of a visitor who is online, and deletes it when they have left', async () => {
    const leave = chat.conversations.subscribe(chat.conversations.ensure(robin), () => undefined)
    await expect(api().forgetVisitor(robin.id)).rejects.toMatchObject({ code: 'chat_provider_error' })
    expect(visitors()).toEqual([{ id: robin.id, name: 'Deleted account', email: '', attributes: {} }])
    leave()
    await api().forgetVisitor(robin.id)
    expect(visitors()).toEqual([])
  })

  test('does nothing for an unknown visitor', async () => {
    await api().forgetVisitor(robin.id)
    expect(visitors()).toEqual([])
  })
})

describe('delete', () => {
  const listed = async () => {
    const [found] = await api().listOldest(1)
    if (found === undefined) throw new Error('The chat has no conversation')
    return found
  }

  test('deletes the contact with its last conversation', async () => {
    chat.conversations.send(chat.conversations.ensure(robin), 'A question')
    const conversation = await listed()
    for (let i = 0; i < 2; i += 1) await api().delete(conversation)
    expect(visitors()).toEqual([])
  })

  test('keeps the contact while it has another conversation', async () => {
    chat.conversations.send(chat.conversations.ensure(robin), 'A question')
    const conversation = await listed()
    await api().delete({ ...conversation, id: conversation.id + 1000 })
    expect(visitors()).toMatchObject([{ id: robin.id }])
  })
})
