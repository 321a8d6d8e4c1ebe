import { expect } from 'vitest'
import { thumbnailPathOf } from '#shared/values/library-path.ts'
import { inLondon } from '#platform/london.ts'
import { libraryRepository } from '#services/library/library.repository.ts'
import { readMonthlyChanges } from '#services/library/monthly-changes.ts'
import { userNames } from '../world.ts'
import { isSubscribed } from '../steps.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { itemsOf } from './stored.ts'

const text = (value: Readonly<Record<string, unknown>> | undefined): string => String(value?.['S'])

const listPaths = async ({ billing }: ChaosWorld): Promise<string[]> =>
  (await libraryRepository(billing.table).listNames(100)).map((name) => `library/${name}`)

/** The accounts that get the monthly email. The setting of the others stays, so that the links of earlier emails work. */
const accountsWithEmails = (chaos: ChaosWorld): string[] =>
  itemsOf(chaos, 'library_emails')
    .filter(({ switched_off_at: off }) => off === undefined)
    .map(({ user_id: user }) => text(user))

/** The library lists what the storage has, and neither has what an admin deleted. */
const expectFilesListed = async (chaos: ChaosWorld): Promise<void> => {
  const { files, expected } = chaos
  const listed = await listPaths(chaos)
  const [thumbnails, stored] = [true, false].map((areThumbnails) =>
    files
      .keys()
      .filter((key) => key.startsWith('library/') && key.includes('/thumbnails/') === areThumbnails),
  )
  expect(stored?.toSorted(), 'files in storage').toEqual(listed)
  for (const thumbnail of thumbnails ?? []) expect(listed.map(thumbnailPathOf)).toContain(thumbnail)
  expect(itemsOf(chaos, 'unfinished_file'), 'unfinished changes of files').toEqual([])
  for (const [path, state] of expected.files) {
    if (state === 'listed') expect(listed).toContain(path)
    if (state === 'deleted') expect(listed).not.toContain(path)
  }
}

/** Titles, texts and facts belong to listed files and videos. */
const expectNoDescribedOrphans = async (chaos: ChaosWorld): Promise<void> => {
  const listed = await listPaths(chaos)
  const videos = itemsOf(chaos, 'media_link').map(({ id }) => text(id))
  for (const { path } of itemsOf(chaos, 'file_title')) expect(listed, 'titles').toContain(text(path))
  for (const { name } of itemsOf(chaos, 'library_text')) expect(listed).toContain(`library/${text(name)}`)
  for (const { item } of itemsOf(chaos, 'library_facts'))
    expect([...listed, ...videos], 'facts').toContain(text(item))
}

/** Every accepted change is stored, unless its file was deleted. */
const expectChangesKept = async (chaos: ChaosWorld): Promise<void> => {
  const stored = new Map<string, string>()
  for (const { path, title } of itemsOf(chaos, 'file_title')) stored.set(`title:${text(path)}`, text(title))
  for (const { id, title } of itemsOf(chaos, 'media_link')) stored.set(`video:${text(id)}`, text(title))
  for (const { item, what_changed: changed } of itemsOf(chaos, 'library_facts'))
    stored.set(`facts:${text(item)}`, text(changed))
  for (const user of accountsWithEmails(chaos)) stored.set(`emails:${user}`, 'on')
  const [listed, accounts] = [await listPaths(chaos), Object.values(chaos.billing.accounts)]
  for (const [key, value] of chaos.expected.saved) {
    const subject = key.slice(key.indexOf(':') + 1)
    const isDeletedFile = subject.startsWith('library/') && !listed.includes(subject)
    const isAccount = key.startsWith('emails:')
    if (isDeletedFile) continue
    if (isAccount && (await chaos.billing.deps.customers.find(subject)) === undefined) continue
    if (isAccount && !accounts.includes(subject)) continue
    expect(stored.get(key), key).toBe(value)
  }
}

/** In the first days of a month, every member who asked for the email has it, if anything changed. */
const expectMonthlyEmailsSent = async (chaos: ChaosWorld): Promise<void> => {
  const { billing, emails } = chaos
  const today = inLondon(billing.clock.now())
  const month = today.minus({ months: 1 }).toFormat('yyyy-MM')
  if (today.day > 3 || (await readMonthlyChanges(billing.table, month)).length === 0) return
  const asked = accountsWithEmails(chaos)
  for (const name of userNames)
    if (asked.includes(billing.accounts[name]) && (await isSubscribed(billing, name)))
      expect([...emails.keys()]).toContain(`library-news:${month}:${billing.accounts[name]}`)
}

/** Holds for the library once nothing fails any more. */
export const expectLibraryKept = async (chaos: ChaosWorld): Promise<void> => {
  await expectFilesListed(chaos)
  await expectNoDescribedOrphans(chaos)
  await expectChangesKept(chaos)
  await expectMonthlyEmailsSent(chaos)
}
