import { describe, expect, test, vi } from 'vitest'
import { setLibraryEmails } from '#shared/contract/library-emails.ts'
import type { Write } from '#platform/table/write.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryEmailsRepository } from '../library-emails.repository.ts'
import { libraryRepository } from '../library.repository.ts'
import { handle as set } from '../set-library-emails/handler.ts'
import { handle as send } from './handler.ts'

/** 1 March 2027 at 09:00 in London. The email is about February. */
const now = new Date('2027-03-01T09:00:00Z')

/** A library with a new file, and members who asked for the email. */
const aLibraryWith = async (members: number) => {
  const { table, database, account } = inMemory({ now })
  const emails = libraryEmailsRepository(table)
  const file = { etag: 'first', size: 1, contentType: 'application/pdf' }
  const by = { adminId: 'a', now: new Date('2027-02-10T10:00:00Z') }
  await libraryRepository(table).add('library/guides_3_New.pdf', file, by)
  for (let count = 0; count < members; count += 1) {
    const caller = await account({ plan: 'monthly' })
    await callInMemory(setLibraryEmails, set, { caller, body: { on: true }, now }, { emails })
  }
  return {
    table,
    queued: () => database.all().filter(({ entity }) => entity?.['S'] === 'email').length,
    run: (at = now) => send({ table, emails, siteUrl: 'https://advice.example' }, at),
  }
}

describe('with more members than one run has time for, send-library-emails', () => {
  test('stops before Lambda ends the run, fails, and sends the others in the next run', async () => {
    const { table, queued, run } = await aLibraryWith(250)
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const transact = table.transact.bind(table)
    // Thirteen minutes are enough for 98 emails: the first group, and no other.
    vi.spyOn(table, 'transact').mockImplementation(async (...writes: readonly Write[]) => {
      elapsedMs += 8000
      return transact(...writes)
    })
    await expect(run()).rejects.toThrow('No time was left for 150')
    expect(queued()).toBe(100)
    await expect(run()).rejects.toThrow('No time was left for 50')
    expect(await run(new Date('2027-03-02T09:00:00Z'))).toEqual({ changes: 1, sent: 50 })
    expect(queued()).toBe(250)
    time.mockRestore()
  })
})
