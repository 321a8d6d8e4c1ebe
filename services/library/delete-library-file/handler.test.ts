import { describe, expect, test } from 'vitest'
import {
  createDownload,
  deleteLibraryFile,
  listLibraryFiles,
  saveFileTitle,
} from '#shared/contract/library.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'
import { objects, stored } from '#test/kit/stored.ts'
import { upload } from '#test/kit/upload.ts'

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
})
