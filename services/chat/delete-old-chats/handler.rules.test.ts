import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { log } from '#platform/log.ts'
import { startMemoryChat, type MemoryChat } from '#test/kit/in-memory/memory-chat.ts'
import { chatApiWith } from '../chat-api.ts'
import { handle } from './handler.ts'

let chat: MemoryChat
let now: Date

beforeEach(async () => {
  now = new Date('2027-03-01T10:00:00Z')
  vi.spyOn(log, 'info').mockReturnValue(undefined)
  vi.spyOn(log, 'error').mockReturnValue(undefined)
  chat = await startMemoryChat('identity-key', () => now)
})
afterEach(() => chat.close())

const run = (at: string, token = 'token') =>
  handle(chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token }), new Date(at))

const writeAt = (at: string, id: string) => {
  now = new Date(at)
  chat.conversations.send(chat.conversations.ensure({ id, name: 'Robin', email: '' }), 'A question')
}

const visitors = () => chat.conversations.list().map(({ visitor }) => visitor.id)

describe('delete-old-chats', () => {
  test('deletes conversations 12 months after their last message, and no others', async () => {
    for (let i = 0; i < 30; i += 1) writeAt('2027-03-01T10:00:00Z', `old-${i}`)
    writeAt('2027-03-01T10:00:00Z', 'continued')
    writeAt('2027-03-01T10:00:01Z', 'recent')
    writeAt('2027-09-01T10:00:00Z', 'continued')
    expect(await run('2028-03-01T10:00:00Z')).toEqual({ deleted: 30 })
    expect(visitors()).toEqual(['continued', 'recent'])
  })

  test('deletes nothing when it runs again', async () => {
    writeAt('2027-03-01T10:00:00Z', 'old')
    await run('2028-03-02T00:00:00Z')
    expect(await run('2028-03-02T00:00:00Z')).toEqual({ deleted: 0 })
  })

  test('deletes the others if one visitor is online, and reports it', async () => {
    for (const id of ['online', 'first', 'second']) writeAt('2027-03-01T10:00:00Z', id)
    const [online] = chat.conversations.list()
    if (online === undefined) throw new Error('There is no conversation')
    chat.conversations.subscribe(online, () => undefined)
    await expect(run('2028-03-02T00:00:00Z')).rejects.toThrow('1 old chats')
    expect(visitors()).toEqual(['online'])
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      'old chat not deleted',
      expect.objectContaining({ conversationId: expect.any(Number) }),
    )
  })

  test('deletes more than one page of conversations although one visitor is online', async () => {
    for (const id of ['online', ...Array.from({ length: 30 }, (_, index) => `old-${index}`)])
      writeAt('2027-03-01T10:00:00Z', id)
    const [online] = chat.conversations.list()
    if (online === undefined) throw new Error('There is no conversation')
    chat.conversations.subscribe(online, () => undefined)
    await expect(run('2028-03-02T00:00:00Z')).rejects.toThrow('1 old chats')
    expect(visitors()).toEqual(['online'])
  })

  test('deletes the others although more visitors are online than fit on a page', async () => {
    for (let i = 0; i < 60; i += 1) writeAt('2027-03-01T10:00:00Z', `visitor-${i}`)
    const oldest = chat.conversations.list().slice(0, 30)
    for (const online of oldest) chat.conversations.subscribe(online, () => undefined)
    await expect(run('2028-03-02T00:00:00Z')).rejects.toThrow('30 old chats')
    expect(visitors()).toEqual(oldest.map(({ visitor }) => visitor.id))
  })

  test('deletes a conversation once, although the provider deletes it some seconds later', async () => {
    for (let i = 0; i < 25; i += 1) writeAt('2027-03-01T10:00:00Z', `old-${i}`)
    const api = chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' })
    const listed = await api.listOldest(1)
    const lists = { ...api, listOldest: async () => listed }
    expect(await handle(lists, new Date('2028-03-02T00:00:00Z'))).toEqual({ deleted: 25 })
  })

  test.each([
    ['only after the run', Infinity],
    ['three requests later', 3],
  ])('deletes several pages although the provider deletes conversations %s', async (_, delay) => {
    for (let i = 0; i < 80; i += 1) writeAt('2027-03-01T10:00:00Z', `old-${i}`)
    writeAt('2028-03-01T10:00:00Z', 'recent')
    const api = chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' })
    const accepted: (() => Promise<void>)[] = []
    let pending: { readonly at: number; readonly run: () => Promise<void> }[] = []
    let requests = 0
    const late: typeof api = {
      ...api,
      listOldest: async (page) => {
        requests += 1
        for (const { run: deleteNow } of pending.filter(({ at }) => at <= requests)) await deleteNow()
        pending = pending.filter(({ at }) => at > requests)
        return api.listOldest(page)
      },
      delete: async (conversation) => {
        const deleteNow = () => api.delete(conversation)
        accepted.push(deleteNow)
        pending.push({ at: requests + delay, run: deleteNow })
      },
    }
    expect(await handle(late, new Date('2028-03-02T00:00:00Z'))).toEqual({ deleted: 80 })
    expect(accepted).toHaveLength(80)
    for (const { run: deleteNow } of pending) await deleteNow()
    expect(visitors()).toEqual(['recent'])
  })

  test('deletes a contact with the last of its conversations, although the provider lists deleted ones until after the run', async () => {
    const requests: string[] = []
    const page = [70, 71, 72, 73].map((id) => ({
      id,
      inbox_id: 1,
      last_activity_at: now.getTime() / 1000,
      meta: { sender: { id: id < 72 ? 5 : 6 } },
    }))
    const listOf = (path: string): object => {
      if (path.startsWith('/conversations?'))
        return { data: { payload: path.endsWith('page=1') ? page : [] } }
      return { payload: page.filter(({ meta }) => path === `/contacts/${meta.sender.id}/conversations`) }
    }
    const base = 'https://chat.example'
    vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
      const path = address.slice(`${base}/api/v1/accounts/1`.length)
      if (method === 'GET') return Response.json(listOf(path))
      requests.push(path)
      return new Response(null, { status: path === '/conversations/72' ? 500 : 200 })
    })
    const api = chatApiWith({ base, accountId: '1', inboxId: 1, token: 'token' })
    // The provider rejects the deletion of 72, so its contact stays.
    await expect(handle(api, new Date('2028-03-02T00:00:00Z'))).rejects.toThrow('1 old chats')
    vi.unstubAllGlobals()
    expect(requests).toEqual([
      '/conversations/70',
      '/contacts/5',
      '/conversations/71',
      '/conversations/72',
      '/conversations/73',
    ])
  })

  test('stops listing conversations after the first that is not old', async () => {
    writeAt('2027-03-01T10:00:00Z', 'old')
    writeAt('2028-03-01T10:00:00Z', 'recent')
    const api = chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' })
    const listOldest = vi.fn<typeof api.listOldest>(api.listOldest)
    expect(await handle({ ...api, listOldest }, new Date('2028-03-02T00:00:00Z'))).toEqual({ deleted: 1 })
    expect(listOldest).toHaveBeenCalledOnce()
  })

  test.each([
    ['only old chats', 60, 48],
    ['the last page', 20, 8],
  ])('stops before Lambda ends the run, and reports that some of %s are left', async (_page, old, left) => {
    for (let i = 0; i < old; i += 1) writeAt('2027-03-01T10:00:00Z', `old-${i}`)
    writeAt('2028-03-01T10:00:00Z', 'recent')
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const api = chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' })
    const listOldest = vi.fn<typeof api.listOldest>(api.listOldest)
    const slowly: typeof api.delete = async (conversation) => {
      elapsedMs += 20_000
      await api.delete(conversation)
    }
    const result = handle({ ...api, listOldest, delete: slowly }, new Date('2028-03-02T00:00:00Z'))
    await expect(result).rejects.toThrow('than one run can delete')
    time.mockRestore()
    expect(visitors()).toHaveLength(left + 1)
    expect(listOldest).toHaveBeenCalledOnce()
  })

  test('deletes at most 500 conversations in a run, and reports that some are left', async () => {
    const api = chatApiWith({ base: chat.url, accountId: '1', inboxId: 1, token: 'token' })
    let lastId = 0
    const listOldest = async () =>
      Array.from({ length: 25 }, () => ({ id: (lastId += 1), contactId: 1, lastMessageAt: now }))
    const deleteOne = vi.fn<typeof api.delete>(async () => undefined)
    const endless = { ...api, listOldest, delete: deleteOne }
    const result = handle(endless, new Date('2028-03-02T00:00:00Z'))
    await expect(result).rejects.toThrow('than one run can delete')
    expect(deleteOne).toHaveBeenCalledTimes(500)
  })

  test('fails if the provider rejects the access', async () => {
    await expect(run('2028-03-02T00:00:00Z', 'wrong-token')).rejects.toThrow('could not be reached')
  })

  test('does nothing for a provider without an API', async () => {
    expect(await handle(undefined, now)).toEqual({ deleted: 0 })
  })
})
