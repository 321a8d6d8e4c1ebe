import { describe, expect, test } from 'vitest'
import { deleteFileTitle, listFileTitles, saveFileTitle } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'

describe('delete-file-title', () => {
  test('deletes the title and succeeds again when sent twice', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Untitled again.pdf')
    await callOk(saveFileTitle, { as, body: { path, title: 'For now', description: null } })
    for (let i = 0; i < 2; i += 1) expect(await callOk(deleteFileTitle, { as, body: { path } })).toEqual({})
    expect(await callOk(listFileTitles, { as, body: { paths: [path] } })).toEqual({ data: [] })
    await tidyUp(as, path)
  })
})
