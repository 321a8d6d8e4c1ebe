import { describe, expect, test, vi } from 'vitest'
import type { Write } from '#platform/table/write.ts'
import { libraryEmailsInMemory } from '#test/kit/in-memory/library-emails.ts'

describe('with more members than one run has time for, send-library-emails', () => {
  test('stops before Lambda ends the run, fails, and sends the others in the next run', async () => {
    const { world, table, add, choose, queued, run } = await libraryEmailsInMemory()
    await add('guides_3_New.pdf', '2027-02-10T10:00:00Z')
    for (let count = 0; count < 250; count += 1) await choose(true, await world.account({ plan: 'monthly' }))
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const transact = table.transact.bind(table)
    // Thirteen minutes are enough for 98 emails: the first group, and no other.
    vi.spyOn(table, 'transact').mockImplementation(async (...writes: readonly Write[]) => {
      elapsedMs += 8000
      return transact(...writes)
    })
    await expect(run()).rejects.toThrow('No time was left for 150')
    expect(queued()).toHaveLength(100)
    await expect(run()).rejects.toThrow('No time was left for 50')
    expect(await run(new Date('2027-03-02T09:00:00Z'))).toEqual({ changes: 1, sent: 50 })
    expect(queued()).toHaveLength(250)
    time.mockRestore()
  })
})
