import { describe, expect, test } from 'vitest'
import { deleteFileTitle, listFileTitles, saveFileTitle } from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

const path = 'library/guides_1_Untitled again.pdf'

describe('delete-file-title', () => {
  test('deletes the title and succeeds again when sent twice', async () => {
    const as = await given.admin()
    await callOk(saveFileTitle, { as, body: { path, title: 'For now', description: null } })
    for (let i = 0; i < 2; i += 1) expect(await callOk(deleteFileTitle, { as, body: { path } })).toEqual({})
    expect(await callOk(listFileTitles, { as, body: { paths: [path] } })).toEqual({ data: [] })
  })

  test.each([{}, { path: 'profile' }, { path: 'library/../x' }])('rejects %j', async (body) => {
    expect(await callWrongly(deleteFileTitle, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  })

  test('rejects members and keeps the title', async () => {
    const admin = await given.admin()
    const kept = 'library/guides_1_Kept.pdf'
    await callOk(saveFileTitle, { as: admin, body: { path: kept, title: 'Kept', description: null } })
    const as = await given.monthlyMember()
    expect(await call(deleteFileTitle, { as, body: { path: kept } })).toMatchObject(apiError('forbidden'))
    expect((await callOk(listFileTitles, { as, body: { paths: [kept] } })).data).toHaveLength(1)
  })

  test('rejects anonymous requests', async () => {
    expect(await call(deleteFileTitle, { body: { path } })).toMatchObject(unauthorized)
  })
})
