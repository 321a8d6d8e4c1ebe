import { getLibraryEmails, setLibraryEmails } from '#shared/contract/library-emails.ts'
import { keys } from '#platform/table/keys.ts'
import { handle as get } from '#services/library/get-library-emails/handler.ts'
import { libraryEmailsRepository } from '#services/library/library-emails.repository.ts'
import { libraryRepository } from '#services/library/library.repository.ts'
import { handle as send } from '#services/library/send-library-emails/handler.ts'
import { handle as set } from '#services/library/set-library-emails/handler.ts'
import { callInMemory, inMemory } from './in-memory.ts'

/** 1 March 2027 at 09:00 in London. The email is about February. */
export const now = new Date('2027-03-01T09:00:00Z')
export const siteUrl = 'https://advice.example'

/** A library on a table in memory, and a member who can ask for the monthly email about it. */
export const libraryEmailsInMemory = async () => {
  const world = inMemory({ now })
  const { table, database } = world
  const emails = libraryEmailsRepository(table)
  const library = libraryRepository(table)
  const add = (name: string, at: string, etag = 'first') =>
    library.add(
      `library/${name}`,
      { etag, size: 1, contentType: 'application/pdf' },
      { adminId: 'a', now: new Date(at) },
    )
  const member = await world.account({ plan: 'monthly', fullName: 'Nadia Oyelaran' })
  const choose = (on: boolean, caller = member, at = now) =>
    callInMemory(setLibraryEmails, set, { caller, body: { on }, now: at }, { emails })
  const stored = () => table.list(keys.profile(member.userId).pk, 'library-emails')
  const isOn = async () =>
    (await callInMemory(getLibraryEmails, get, { caller: member, now }, { emails })).body
  const queued = () =>
    database.all().flatMap((item) => (item['entity']?.['S'] === 'email' ? [item['content']?.['M']] : []))
  const run = (at = now) => send({ table, emails, siteUrl }, at)
  return { world, table, emails, add, member, choose, isOn, stored, queued, run }
}
