import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { listInbox } from '#shared/contract/inbox.ts'
import { chatDeletionRepository } from '#services/inbox/chat-deletion.repository.ts'
import { anInbox, now } from '#test/kit/in-memory/inbox.ts'

const cutoff = '2026-03-01'

const anOpenRequest = async () => {
  const inbox = await anInbox()
  const { find, remind } = chatDeletionRepository(inbox.world.table)
  await remind(undefined, 'http://localhost/admin/inbox', now)
  const shown = async () => listInbox.ok.parse((await inbox.list()).body).chatDeletion
  return { ...inbox, find, remind, shown }
}

describe('confirm-chat-deletion', () => {
  test('records the deletion once when it is sent twice, and the inbox no longer asks for it', async () => {
    const { confirmDeletion, shown, audited, find } = await anOpenRequest()
    expect(await shown()).toEqual({ cutoff, requestedAt: now.toISOString() })
    for (let i = 0; i < 2; i += 1)
      expect(await confirmDeletion(cutoff)).toEqual({ status: 200, body: { cutoff } })
    expect(await shown()).toBeNull()
    expect(audited()).toEqual(['chats-deleted'])
    expect(await find()).toMatchObject({ confirmedAt: now.toISOString() })
  })

  test('rejects the confirmation of a day that was not requested', async () => {
    const { confirmDeletion, shown, audited } = await anOpenRequest()
    expect(await confirmDeletion('2026-04-01')).toMatchObject({ status: 404 })
    expect(await shown()).toMatchObject({ cutoff })
    expect(audited()).toEqual([])
  })

  test('is not undone by a reminder that was decided before it', async () => {
    const { confirmDeletion, find, remind, shown } = await anOpenRequest()
    const before = await find()
    await confirmDeletion(cutoff)
    await remind(before, 'http://localhost/admin/inbox', new Date('2027-03-08T10:00:00Z'))
    expect(await shown()).toBeNull()
  })
})
