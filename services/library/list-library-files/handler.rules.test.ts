import { describe, expect, test } from 'vitest'
import { listLibraryFiles } from '#shared/contract/library.ts'
import { keys } from '#platform/table/keys.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const aLibrary = async (count: number) => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const names = Array.from({ length: count }, (_, i) => `guides_1_Number ${String(i).padStart(3, '0')}.pdf`)
  for (const name of names.toReversed())
    await world.table.put(keys.libraryFile(name), { entity: 'library_file', name })
  const [admin, member] = [await world.account(), await world.account({ plan: 'monthly' })]
  const list = async (caller: typeof admin, after?: string) =>
    callInMemory(listLibraryFiles, handle, { caller, body: { after }, now }, { library })
  const page = (from: number, to?: number) => names.slice(from, to).map((name) => ({ name }))
  return { admin, member, list, names, page }
}

describe('list-library-files', () => {
  test('lists 100 files to a page for admins', async () => {
    const { admin, list, names, page } = await aLibrary(101)
    expect(await list(admin)).toEqual({ status: 200, body: { data: page(0, 100), next: names[99] } })
    expect(await list(admin, names[99])).toEqual({ status: 200, body: { data: page(100) } })
  })

  test('lists 200 files to a page for members', async () => {
    const { member, list, names, page } = await aLibrary(201)
    expect(await list(member)).toEqual({ status: 200, body: { data: page(0, 200), next: names[199] } })
    expect(await list(member, names[199])).toEqual({ status: 200, body: { data: page(200) } })
  })
})
