import { describe, expect, test } from 'vitest'
import { addMediaLink, deleteMediaLink, listMediaLinks } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

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
})
