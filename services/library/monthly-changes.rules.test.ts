import { expect, test } from 'vitest'
import { libraryEmailsInMemory } from '#test/kit/in-memory/library-emails.ts'
import { factsRepository } from './facts.repository.ts'
import { mediaRepository } from './media.repository.ts'
import { readMonthlyChanges } from './monthly-changes.ts'

const facts = { country: 'wales', topic: null, lawAsAt: '2027-01-01', reviewBy: '2028-01-01' } as const
const by = (at: string) => ({ adminId: 'a', now: new Date(at) })

const aLibrary = async () => {
  const { table, add } = await libraryEmailsInMemory()
  const saved = factsRepository(table)
  const state = (item: string, whatChanged: string, at: string, lawAsAt = facts.lawAsAt as string) =>
    saved.save(item, { ...facts, whatChanged, lawAsAt }, by(at))
  const changes = async (month: string) =>
    (await readMonthlyChanges(table, month)).map(({ title, sentence }) => [title, sentence])
  return { media: mediaRepository(table), add, state, changes }
}

test('readMonthlyChanges lists a sentence in the month in which it was stated, and not in later ones', async () => {
  const { add, state, changes } = await aLibrary()
  for (const name of ['guides_1_Rent.pdf', 'guides_2_Gas.pdf']) await add(name, '2026-12-10T10:00:00Z')
  await state('library/guides_1_Rent.pdf', 'New form.', '2027-01-15T10:00:00Z')
  await state('library/guides_2_Gas.pdf', 'New rule.', '2027-01-15T10:00:00Z')
  await state('library/guides_1_Rent.pdf', 'New form.', '2027-02-15T10:00:00Z', '2027-02-01')
  expect(await changes('2027-01')).toEqual([
    ['Gas.pdf', 'New rule.'],
    ['Rent.pdf', 'New form.'],
  ])
  expect(await changes('2027-02')).toEqual([])
})

test('readMonthlyChanges keeps a sentence whose item has other new facts in the same month', async () => {
  const { add, state, changes } = await aLibrary()
  await add('guides_1_Rent.pdf', '2026-12-10T10:00:00Z')
  await state('library/guides_1_Rent.pdf', 'New form.', '2027-02-15T10:00:00Z')
  await state('library/guides_1_Rent.pdf', 'New form.', '2027-02-16T10:00:00Z', '2027-02-01')
  expect(await changes('2027-02')).toEqual([['Rent.pdf', 'New form.']])
})

test('readMonthlyChanges lists new videos and those with a new sentence', async () => {
  const { media, state, changes } = await aLibrary()
  const video = (id: string, title: string) => ({ id, url: 'u', video_id: id, title })
  await media.add(video('abcdefghij1', 'Deposits'), by('2027-01-10T10:00:00Z'))
  await media.add(video('abcdefghij2', 'Repairs'), by('2027-02-10T10:00:00Z'))
  await state('abcdefghij1', 'New form.', '2027-02-05T10:00:00Z')
  expect(await changes('2027-02')).toEqual([
    ['Deposits', 'New form.'],
    ['Repairs', 'New in the library.'],
  ])
})
