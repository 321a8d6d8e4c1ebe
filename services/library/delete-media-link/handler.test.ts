import { describe, expect, test } from 'vitest'
import { addMediaLink, deleteMediaLink, listMediaLinks } from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

const ids = async (as: { accessToken: string }) =>
  (await callOk(listMediaLinks, { as })).data.map(({ id }) => id)

describe('delete-media-link', () => {
  test('deletes a video and succeeds again when sent twice', async () => {
    const as = await given.admin()
    const { id } = await callOk(addMediaLink, { as, body: { url: 'https://youtu.be/delTest0001' } })
    expect(await ids(as)).toContain(id)
    for (let i = 0; i < 2; i += 1) expect(await callOk(deleteMediaLink, { as, body: { id } })).toEqual({})
    expect(await ids(as)).not.toContain(id)
  })

  test.each([{}, { id: '' }, { id: 'x'.repeat(101) }])('rejects %j', async (body) => {
    expect(await callWrongly(deleteMediaLink, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  })

  test('rejects members and keeps the video', async () => {
    const as = await given.monthlyMember()
    const [id = ''] = await ids(as)
    expect(await call(deleteMediaLink, { as, body: { id } })).toMatchObject(apiError('forbidden'))
    expect(await ids(as)).toContain(id)
  })

  test('rejects anonymous requests', async () => {
    expect(await call(deleteMediaLink, { body: { id: 'x' } })).toMatchObject(unauthorized)
  })
})
