import { describe, expect, test } from 'vitest'
import { submitContact } from '#shared/contract/contact.ts'
import { brand } from '#shared/values/brand.ts'
import { formerAddressWrite } from '#platform/account/former-address.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { contactRepository } from '../contact.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const aMessage = {
  name: 'Idris Fenwright',
  email: 'idris@people.example',
  subject: 'The deposit at number 4',
  message: 'The tenant has moved out.\nWho decides about the carpet?',
}
const success = { status: 200, body: { success: true } }

const aContactPage = () => {
  const { table, database } = inMemory({ now })
  const messages = contactRepository(table)
  let at = now.getTime()
  const time = () => new Date(at).toISOString()
  return {
    send: (changes: object = {}) =>
      callInMemory(
        submitContact,
        handle,
        { body: { ...aMessage, ...changes }, now: new Date(at) },
        { messages },
      ),
    passMinutes: (minutes: number) => void (at += minutes * 60_000),
    giveAddressUp: async () => {
      const until = time()
      await table.transact(formerAddressWrite({ user_id: 'deleted', email: aMessage.email, until }))
      return until
    },
    deleteMessages: (until = time()) => messages.deleteFrom({ email: aMessage.email, until }),
    emailsTo: (address: string) => table.listByIndex(keys.emailsTo(address, '').gsi1pk),
    stored: () => database.all(),
  }
}

describe('submit-contact', () => {
  test('stores a repeated message once, with one inbox item, one email and one receipt', async () => {
    const { send, emailsTo, stored } = aContactPage()
    for (let i = 0; i < 2; i += 1) expect(await send()).toEqual(success)
    expect(stored()).toHaveLength(4)
    expect(await emailsTo(brand.supportEmail)).toMatchObject([{ reply_to: aMessage.email }])
    expect(await emailsTo(aMessage.email)).toMatchObject([{ content: { template: 'contact-receipt' } }])
  })

  test('stores a repeated message if the first was deleted on the same day, and queues its emails again', async () => {
    const { send, emailsTo, stored, passMinutes, deleteMessages } = aContactPage()
    const entities = () => stored().map(({ entity }) => entity?.['S'])
    await send()
    passMinutes(10)
    await deleteMessages()
    expect(entities()).toEqual(['email', 'email'])
    passMinutes(10)
    for (let i = 0; i < 2; i += 1) expect(await send()).toEqual(success)
    expect(
      entities()
        .filter((entity) => entity !== 'email')
        .toSorted(),
    ).toEqual(['contact', 'inbox_item'])
    expect(await emailsTo(brand.supportEmail)).toHaveLength(2)
    expect(await emailsTo(aMessage.email)).toHaveLength(2)
  })

  test('stores a repeated message if a deletion of the account has not reached the first yet', async () => {
    const { send, stored, passMinutes, giveAddressUp, deleteMessages } = aContactPage()
    const received = () =>
      stored().flatMap(({ entity, received_at: at }) => (entity?.['S'] === 'contact' ? [at] : []))
    await send()
    passMinutes(10)
    const deletedAt = await giveAddressUp()
    passMinutes(10)
    for (let i = 0; i < 2; i += 1) expect(await send()).toEqual(success)
    await deleteMessages(deletedAt)
    expect(received()).toEqual([{ S: '2027-03-01T10:20:00.000Z' }])
    expect(stored().filter(({ entity }) => entity?.['S'] === 'inbox_item')).toHaveLength(1)
  })

  test('queues a receipt that contains nothing of the message', async () => {
    const { send, emailsTo } = aContactPage()
    await send({ name: 'Buy these pills', message: 'Buy them at pills.example, now' })
    const receipts = await emailsTo(aMessage.email)
    expect(receipts).toHaveLength(1)
    expect(JSON.stringify(receipts)).not.toMatch(/pills/)
  })

  test('returns success but stores nothing if the hidden field is filled in', async () => {
    const { send, stored } = aContactPage()
    expect(await send({ website: 'https://pills.example' })).toEqual(success)
    expect(stored()).toEqual([])
  })

  test.each([
    ['name', 'I', 'Name must be at least 2 characters'],
    ['name', '', 'Name is required'],
    ['name', 'Idris\r\nBcc: everybody@agents.example', 'Please remove control characters'],
    ['email', '', 'Email is required'],
    ['email', 'abc', 'Please enter a valid email address'],
    ['email', 'a@b.example\nBcc: c@d.example', 'Please enter a valid email address'],
    ['subject', '', 'Subject is required'],
    ['subject', 'No', 'Subject must be at least 3 characters'],
    ['subject', 'Deposit\nBcc: c@d.example', 'Please remove control characters'],
    ['message', '', 'Message is required'],
    ['message', 'Too short', 'Message must be at least 10 characters'],
    ['message', 'A bell rings\u0007 here', 'Please remove control characters'],
  ])('rejects %s %j and stores nothing', async (field, value, message) => {
    const { send, stored } = aContactPage()
    expect(await send({ [field]: value })).toEqual(apiError('validation_failed', message))
    expect(stored()).toEqual([])
  })
})
