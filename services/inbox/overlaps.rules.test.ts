import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { getInboxItem } from '#shared/contract/inbox.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { inboxRecord } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { put, update } from '#platform/table/write.ts'
import { apiError } from '#test/kit/api-error.ts'
import { anInbox, contactMessage, itemsOf, now } from '#test/kit/in-memory/inbox.ts'
import { beforeNextWrite, forceOverlap } from '#test/kit/overlap.ts'
import { conversations } from './conversation.ts'
import { inboxChangesRepository } from './inbox-changes.repository.ts'
import { stateWrite } from './state-write.ts'

const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const aTicket = async () => {
  const inbox = await anInbox()
  const member = await inbox.world.account({ plan: 'monthly' })
  const id = await inbox.submit(member)
  const { table } = inbox.world
  return {
    ...inbox,
    table,
    member,
    id,
    item: () => table.find(keys.inboxItem(id), inboxRecord),
    details: async () => getInboxItem.ok.parse((await inbox.get(id)).body),
  }
}

const aMessage = async () => {
  const inbox = await anInbox()
  await inbox.contact.receive(contactMessage, now)
  const [item] = itemsOf(await inbox.list())
  if (item === undefined) throw new Error('There is no message')
  return { ...inbox, id: item.id, remove: () => inbox.world.table.delete(keys.contactMessage(item.id)) }
}

describe('two admins who change an item at the same time', () => {
  test('a reply keeps the kind that the other admin has set', async () => {
    const { answer, mark, table, id, item, replies, details } = await aTicket()
    beforeNextWrite(table, () => mark({ id, kind: 'complaint' }))
    expect(await answer({ id, text: 'The landlord pays.' }, later(1))).toMatchObject({
      body: { state: 'answered', kind: 'complaint' },
    })
    expect(await item()).toMatchObject({ state: 'answered', kind: 'complaint' })
    expect(replies()).toHaveLength(1)
    expect((await details()).messages).toMatchObject([{ kind: 'complaint' }])
  })

  test('the same reply is sent once, and both admins learn that it was sent', async () => {
    const { answer, table, id, replies } = await aTicket()
    forceOverlap(table, 2)
    const sent = await Promise.all(
      [later(1), later(2)].map((at) => answer({ id, text: 'The landlord pays.' }, at)),
    )
    expect(sent).toMatchObject([{ body: { state: 'answered' } }, { body: { state: 'answered' } }])
    expect(replies()).toHaveLength(1)
  })

  test('the second reply is rejected', async () => {
    const { answer, table, id, replies, details } = await aTicket()
    beforeNextWrite(table, () => answer({ id, text: 'The landlord pays.' }, later(1)))
    expect(await answer({ id, text: 'The tenant pays.' }, later(1))).toMatchObject(
      apiError('already_answered'),
    )
    expect(replies()).toHaveLength(1)
    expect((await details()).messages.map(({ text }) => text)).toEqual(['The landlord pays.'])
  })

  test('an item with a reply is not closed as one without', async () => {
    const { answer, close, table, id, item } = await aTicket()
    beforeNextWrite(table, () => answer({ id, text: 'The landlord pays.' }, later(1)))
    expect(await close({ id, reason: 'no-reply-needed' }, later(1))).toMatchObject(
      apiError('already_answered'),
    )
    expect(await item()).toMatchObject({ state: 'answered' })
  })

  test('a new kind is not stored if a follow-up question arrives that the admin has not seen', async () => {
    const { answer, mark, followUp, member, table, id, item } = await aTicket()
    await answer({ id, text: 'The landlord pays.' }, later(1))
    beforeNextWrite(table, () => followUp(member, '2027-03-02', later(2)))
    const marked = await mark({ id, kind: 'complaint', seen: now.toISOString() }, later(3))
    expect(marked).toMatchObject({ body: { error: { code: 'item_changed' } } })
    expect(await item()).toMatchObject({ state: 'open', kind: 'question', asked_at: later(2).toISOString() })
  })

  test.each(['#state', 'kind', 'asked_at', 'gsi1sk'])(
    'a change is not stored after another one of %s',
    async (field) => {
      const { table, id, item } = await aTicket()
      const before = await item()
      if (before === undefined) throw new Error('There is no item')
      const names = field === '#state' ? { '#state': 'state' } : undefined
      const changed = { ...(names && { names }), values: { ':other': 'closed' } }
      await table.transact(update(keys.inboxItem(id), `SET ${field} = :other`, changed))
      const after = { ...before, state: 'answered' } as const
      expect(await table.transact(stateWrite(before, after, later(1)))).toEqual({
        failedCondition: 'conflict',
      })
    },
  )
})

describe('a message or an account that is deleted while an admin changes its item', () => {
  test('gets no reply', async () => {
    const { answer, world, id, remove, replies, audited } = await aMessage()
    beforeNextWrite(world.table, remove)
    expect(await answer({ id, text: 'Here it is.' }, later(1))).toMatchObject(apiError('not_found'))
    expect([replies(), audited()]).toEqual([[], []])
  })

  test('gets no reply if it is deleted after its conversation was read', async () => {
    const { inbox, world, id, remove, replies } = await aMessage()
    const item = await inbox.find(id)
    const conversation = item && (await conversations(world.table).find(item, now))
    if (item === undefined || conversation === undefined) throw new Error('There is no conversation')
    await remove()
    const reply = { text: 'Here it is.', acknowledges: false, conversation, link: '', adminId: 'admin', now }
    const changes = inboxChangesRepository(world.table)
    expect(await changes.reply(item, { ...item, state: 'answered' }, reply)).toBe('gone')
    expect(replies()).toEqual([])
  })

  test('is not found once it is deleted', async () => {
    const { answer, close, get: getItem, id, remove, replies } = await aMessage()
    await remove()
    expect(await getItem(id)).toMatchObject(apiError('not_found'))
    expect(await answer({ id, text: 'Here it is.' })).toMatchObject(apiError('not_found'))
    expect(await close({ id, reason: 'answered-elsewhere' })).toMatchObject(apiError('not_found'))
    expect(replies()).toEqual([])
  })

  test.each([
    ['account', ({ userId }: Caller) => keys.profile(userId)],
    ['ticket', ({ userId }: Caller, id: string) => keys.ticket(userId, now.toISOString(), id)],
  ])('is not found once its %s is deleted', async (_what, keyOf) => {
    const { answer, get: getItem, table, member, tickets, id, replies } = await aTicket()
    const [ticket] = (await tickets.listPage(member.userId, undefined, now)).tickets
    await table.delete(keyOf(member, ticket?.id ?? ''))
    expect(await getItem(id)).toMatchObject(apiError('not_found'))
    expect(await answer({ id, text: 'The landlord pays.' })).toMatchObject(apiError('not_found'))
    expect(replies()).toEqual([])
  })

  test('gets no reply if the account is deleted', async () => {
    const { answer, close, table, member, id, replies, audited } = await aTicket()
    const tombstone = { entity: 'tombstone', user_id: member.userId, deleted_at: now.toISOString() }
    beforeNextWrite(table, () => table.transact(put(keys.profile(member.userId), tombstone)))
    expect(await answer({ id, text: 'The landlord pays.' }, later(1))).toMatchObject(apiError('not_found'))
    expect(await close({ id, reason: 'answered-elsewhere' }, later(1))).toMatchObject(apiError('not_found'))
    expect([replies(), audited()]).toEqual([[], []])
  })
})

describe('a ticket among others', () => {
  test('shows the tickets before it, not those after it', async () => {
    const { world, submit, get: getItem } = await anInbox()
    const member = await world.account({ plan: 'monthly' })
    const [first, second] = [await submit(member, 'First'), await submit(member, 'Second', later(1))]
    await submit(member, 'Third', later(2))
    expect(await getItem(second)).toMatchObject({
      body: { topic: 'Second', sender: { earlierTickets: [{ topic: 'First', inboxId: first }] } },
    })
  })

  test('gets a reply with the words of its follow-up question', async () => {
    const { answer, followUp, member, id, replies } = await aTicket()
    await answer({ id, text: 'The landlord pays.' }, later(1))
    await followUp(member, '2027-03-02', later(2))
    const text = 'And who pays for the repair?'
    const reply = { id, text, seen: later(2).toISOString() }
    expect(await answer(reply, later(3))).toMatchObject({ body: { state: 'answered' } })
    expect(replies()).toHaveLength(2)
  })

  test('gets a reply that quotes its latest question', async () => {
    const { answer, followUp, member, id, table } = await aTicket()
    const quoted = async () => {
      const emails = await table.listByIndex(keys.emailsTo(member.profile.email, '').gsi1pk)
      const contents = emails.map((email) => outboxRecord.parse(email).content)
      return contents.flatMap((content) => (content?.template === 'inbox-reply' ? content.question : []))
    }
    await answer({ id, text: 'The landlord pays.' }, later(1))
    expect(await quoted()).toEqual(['Who pays for the check?'])
    await followUp(member, '2027-03-02', later(2))
    await answer({ id, text: 'The landlord, too.' }, later(3))
    expect(await quoted()).toEqual(['Who pays for the check?', 'And who pays for the repair?'])
  })
})
