import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '#shared/rules/pass.ts'
import type { PassHolder } from '#services/passes/public.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { chatCountRepository, readChatCounts } from './chat-count.repository.ts'

type Author = ChatMessage['from']

/** A Monday morning in London, in winter. */
const monday = '2027-03-01T10:00:00Z'
const tuesday = '2027-03-02T10:00:00Z'
const message = (from: Author, at = monday): ChatMessage => ({ from, at: new Date(at) })

const aCount = () => {
  const { table, database } = inMemory({ now: new Date(monday) })
  const { record } = chatCountRepository(table)
  return {
    table,
    database,
    report: (messages: readonly ChatMessage[], now = monday, holder: PassHolder = { userId: 'ana' }) =>
      record(holder, messages, new Date(now)),
    chats: async () => (await readChatCounts(table)).map(({ month, value }) => [month, value]),
  }
}

const sides = [
  ['visitor', 'adviser'],
  ['adviser', 'visitor'],
] as const

describe('the number of chats', () => {
  test.each(sides)('does not contain a chat in which only the %s has written', async (from) => {
    const { report, chats } = aCount()
    for (let i = 0; i < 2; i += 1) await report([message(from)])
    await report([message(from), message(from)])
    expect(await chats()).toEqual([])
  })

  test.each(sides)('contains a chat once after the %s, the %s has written', async (first, second) => {
    const { report, chats } = aCount()
    for (const from of [first, second, second, first]) await report([message(from)])
    expect(await chats()).toEqual([['2027-03', 1]])
  })

  test('contains a chat once if its messages are reported together, again, and after one of them', async () => {
    const { report, chats } = aCount()
    const transcript = [message('visitor'), message('adviser')]
    for (let i = 0; i < 2; i += 1) await report(transcript)
    await report([message('visitor', tuesday)])
    await report([message('visitor', tuesday), message('adviser', tuesday)])
    expect(await chats()).toEqual([['2027-03', 2]])
  })

  test('contains a chat for each holder and each London day, in its month', async () => {
    const { report, chats } = aCount()
    for (const holder of [{ userId: 'ana' }, { userId: 'ben' }, { keyHash: 'guest' }, { keyHash: 'other' }])
      await report([message('visitor'), message('adviser')], monday, holder)
    // 23:30 UTC on 31 May is 1 June in London.
    await report([message('visitor', '2027-05-31T22:30:00Z'), message('adviser', '2027-05-31T23:30:00Z')])
    await report([message('visitor', '2027-06-01T10:00:00Z')])
    expect(await chats()).toEqual([
      ['2027-03', 4],
      ['2027-06', 1],
    ])
  })

  test('counts on the day of the messages if they are reported late', async () => {
    const { report, chats } = aCount()
    await report([message('visitor')])
    await report([message('adviser')], tuesday)
    expect(await chats()).toEqual([['2027-03', 1]])
  })

  test('contains a chat once if its first messages are reported concurrently', async () => {
    const { table, report, chats } = aCount()
    forceOverlap(table, 3)
    await Promise.all([
      report([message('visitor')]),
      report([message('adviser')]),
      report([message('adviser')]),
    ])
    expect(await chats()).toEqual([['2027-03', 1]])
  })

  test('does not contain a chat twice if an earlier version has counted it', async () => {
    const { table, database, report, chats } = aCount()
    await report([message('visitor')])
    const marker = database.all().find((item) => item['entity']?.['S'] === 'counted_chat')
    const hash = String(marker?.['pk']?.['S']).slice('counted-chat#'.length)
    await table.put(keys.countedChat(hash), {
      entity: 'counted_chat',
      expires_at_epoch_seconds: 1_900_000_000,
    })
    await report([message('adviser')])
    expect(await chats()).toEqual([])
  })

  test('is not changed by an event without messages', async () => {
    const { database, report } = aCount()
    await report([])
    expect(database.all()).toEqual([])
  })
})
