import { describe, expect, test } from 'vitest'
import {
  createDownload,
  deleteLibraryFile,
  listLibraryFiles,
  saveFileTitle,
} from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { objects, stored } from '#test/kit/stored.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'

describe('delete-library-file', () => {
  test('deletes the file from the list, its content and its title', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Old.pdf')
    await callOk(saveFileTitle, { as, body: { path, title: 'Out of date', description: null } })
    await callOk(deleteLibraryFile, { as, body: { path } })
    const { data } = await callOk(listLibraryFiles, { as })
    expect(data.map(({ name }) => `library/${name}`)).not.toContain(path)
    expect(await objects(path)).toEqual([])
    expect(await stored('library', `title#${path}`)).toEqual([])
    expect(await call(createDownload, { as, body: { path } })).toMatchObject(apiError('not_found'))
  })

  test('succeeds again when sent twice', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Gone.pdf')
    for (let i = 0; i < 2; i += 1) expect(await callOk(deleteLibraryFile, { as, body: { path } })).toEqual({})
  })

  test('completes the deletion at a retry after an error', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Half.pdf')
    await withFaults([{ service: 's3', action: 'DeleteObject', error: 'InternalError' }], async () =>
      expect(await call(deleteLibraryFile, { as, body: { path } })).toMatchObject({ status: 500 }),
    )
    await callOk(deleteLibraryFile, { as, body: { path } })
    expect(await objects(path)).toEqual([])
  })

  test.each([{}, { path: 'library/' }, { path: '../library/guides_1_a.pdf' }, { path: 'site/index.html' }])(
    'rejects %j',
    async (body) => {
      expect(await callWrongly(deleteLibraryFile, { as: await given.admin(), body })).toMatchObject({
        status: 400,
      })
    },
  )

  test('rejects members and keeps the file', async () => {
    const admin = await given.admin()
    const path = await upload(admin, 'Stays.pdf')
    expect(await call(deleteLibraryFile, { as: await given.monthlyMember(), body: { path } })).toMatchObject(
      apiError('forbidden'),
    )
    expect(await objects(path)).toHaveLength(1)
    await tidyUp(admin, path)
  })

  test('rejects anonymous requests', async () => {
    expect(await call(deleteLibraryFile, { body: { path: 'library/guides_1_a.pdf' } })).toMatchObject(
      unauthorized,
    )
  })
})
