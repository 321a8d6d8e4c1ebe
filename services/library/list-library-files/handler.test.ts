import { describe, expect, test } from 'vitest'
import { listLibraryFiles } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('list-library-files', () => {
  test('lists the names of guides and templates in order, the same at every call', async () => {
    const as = await given.monthlyMember()
    const { data } = await callOk(listLibraryFiles, { as })
    const names = data.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('guides_')).length).toBeGreaterThanOrEqual(12)
    expect(names.filter((name) => name.startsWith('templates_')).length).toBeGreaterThanOrEqual(8)
    expect(names).toEqual(names.toSorted())
    for (const file of data) expect(Object.keys(file)).toEqual(['name'])
    expect(await callOk(listLibraryFiles, { as })).toEqual({ data })
  })
})
