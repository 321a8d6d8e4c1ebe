import { describe, expect, test } from 'vitest'
import { listLibraryFiles, listMediaLinks } from '#shared/contract/library.ts'
import { getLibrary } from '#shared/contract/library-facts.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('get-library', () => {
  test('returns the files and videos of the other lists, in the same order, with facts', async () => {
    const as = await given.monthlyMember()
    const { files, videos } = await callOk(getLibrary, { as })
    const seeded = (list: readonly { name: string }[]) =>
      list.filter(({ name }) => /^(guides|templates)_17803/.test(name)).map(({ name }) => name)
    expect(seeded(files)).toEqual(seeded((await callOk(listLibraryFiles, { as })).data))
    expect(seeded(files).length).toBeGreaterThan(20)
    const { data } = await callOk(listMediaLinks, { as })
    expect(videos.map(({ id }) => id)).toEqual(expect.arrayContaining(data.map(({ id }) => id)))
    expect(files.find(({ name }) => name.endsWith('_Wales – changing the rent.pdf'))).toMatchObject({
      facts: { country: 'wales', topic: 'rent' },
    })
  })
})
