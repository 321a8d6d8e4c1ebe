import { describe, expect, test } from 'vitest'
import { addMediaLink, deleteMediaLink, listMediaLinks } from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

describe('add-media-link', () => {
  test('adds a video from any form of its link and stores the standard link', async () => {
    const as = await given.admin()
    const url = 'https://youtu.be/addTest0001?si=tracking'
    const added = await callOk(addMediaLink, { as, body: { url, title: ' Check-in day ' } })
    expect(added).toMatchObject({
      title: 'Check-in day',
      video_id: 'addTest0001',
      url: 'https://www.youtube.com/watch?v=addTest0001',
    })
    const { data } = await callOk(listMediaLinks, { as: await given.monthlyMember() })
    expect(data[0]).toEqual(added)
    await callOk(deleteMediaLink, { as, body: { id: added.id } })
  })

  test('lists a video once, with the last title, when sent twice', async () => {
    const as = await given.admin()
    const url = 'https://www.youtube.com/watch?v=addTest0002'
    await callOk(addMediaLink, { as, body: { url, title: 'First' } })
    const { id } = await callOk(addMediaLink, { as, body: { url, title: '' } })
    const { data } = await callOk(listMediaLinks, { as })
    expect(data.filter((link) => link.video_id === 'addTest0002')).toMatchObject([{ title: null }])
    await callOk(deleteMediaLink, { as, body: { id } })
  })

  test.each(['https://vimeo.com/addTest0003', 'javascript:alert(1)', 'https://youtu.be/short', ''])(
    'rejects the address %j',
    async (url) => {
      expect(await call(addMediaLink, { as: await given.admin(), body: { url } })).toMatchObject(
        apiError('invalid_video_url'),
      )
    },
  )

  test.each([{}, { url: 7 }, { url: 'https://youtu.be/addTest0004', title: 'x'.repeat(201) }])(
    'rejects %j',
    async (body) => {
      expect(await callWrongly(addMediaLink, { as: await given.admin(), body })).toMatchObject({
        status: 400,
      })
    },
  )

  test('rejects members', async () => {
    const body = { url: 'https://youtu.be/addTest0005' }
    expect(await call(addMediaLink, { as: await given.monthlyMember(), body })).toMatchObject(
      apiError('forbidden'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(addMediaLink, { body: { url: 'https://youtu.be/addTest0006' } })).toMatchObject(
      unauthorized,
    )
  })
})
