import { describe, expect, test } from 'vitest'
import { listLibraryFiles } from '#shared/contract/library.ts'
import { call, callOk, callWrongly, type Signed } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'

describe('list-library-files', () => {
  test('lists guides and templates by name, the same at every call', async () => {
    const as = await given.monthlyMember()
    const { data } = await callOk(listLibraryFiles, { as })
    const names = data.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('guides_')).length).toBeGreaterThanOrEqual(12)
    expect(names.filter((name) => name.startsWith('templates_')).length).toBeGreaterThanOrEqual(8)
    expect(names).toEqual(names.toSorted())
    expect(await callOk(listLibraryFiles, { as })).toEqual({ data })
  })

  test('accepts admins', async () => {
    expect(await call(listLibraryFiles, { as: await given.admin() })).toMatchObject({ status: 200 })
  })

  test('lists at most 100 files for admins and more for members', { timeout: 60_000 }, async () => {
    const [admin, member] = [await given.admin(), await given.monthlyMember()]
    const names = async (as: Signed) => (await callOk(listLibraryFiles, { as })).data.map(({ name }) => name)
    const missing = Math.max(0, 101 - (await names(member)).length)
    const paths: string[] = []
    const uploadSome = async (lane: number) => {
      for (let i = lane; i < missing; i += 8) paths.push(await upload(admin, `Number ${i}.pdf`))
    }
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(uploadSome))
    try {
      const all = await names(member)
      expect(all.length).toBeGreaterThan(100)
      expect(await names(admin)).toEqual(all.slice(0, 100))
      const { next: after } = await callOk(listLibraryFiles, { as: admin })
      const rest = await callOk(listLibraryFiles, { as: admin, body: { after } })
      expect(rest.data.map(({ name }) => name)).toEqual(all.slice(100))
      expect(rest.next).toBeUndefined()
    } finally {
      await tidyUp(admin, ...paths)
    }
  })

  test('returns only the name of each file', async () => {
    const { data } = await callOk(listLibraryFiles, { as: await given.monthlyMember() })
    for (const file of data) expect(Object.keys(file)).toEqual(['name'])
  })

  test('rejects users without a subscription', async () => {
    expect(await call(listLibraryFiles, { as: await given.user() })).toMatchObject(apiError('forbidden'))
  })

  test('rejects a body that is not an object', async () => {
    expect(await callWrongly(listLibraryFiles, { as: await given.monthlyMember(), body: [] })).toMatchObject(
      apiError('validation_failed'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(listLibraryFiles)).toMatchObject(unauthorized)
  })
})
