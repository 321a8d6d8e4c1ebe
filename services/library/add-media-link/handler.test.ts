import { expect, test } from 'vitest'
import { addMediaLink, deleteMediaLink, listMediaLinks } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('adds a video by any of its links, and keeps a link of our own making', async () => {
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

test('sent twice, shows the video once, with the last title', async () => {
  const as = await given.admin()
  const url = 'https://www.youtube.com/watch?v=addTest0002'
  await callOk(addMediaLink, { as, body: { url, title: 'First' } })
  const { id } = await callOk(addMediaLink, { as, body: { url, title: '' } })
  const { data } = await callOk(listMediaLinks, { as })
  expect(data.filter((link) => link.video_id === 'addTest0002')).toMatchObject([{ title: null }])
  await callOk(deleteMediaLink, { as, body: { id } })
})

test.each(['https://vimeo.com/addTest0003', 'javascript:alert(1)', 'https://youtu.be/short', ''])(
  'refuses %j as no link to a video',
  async (url) => {
    expect(await call(addMediaLink, { as: await given.admin(), body: { url } })).toMatchObject(
      refusal('invalid_video_url'),
    )
  },
)

test.each([{}, { url: 7 }, { url: 'https://youtu.be/addTest0004', title: 'x'.repeat(201) }])(
  'refuses %j',
  async (body) => {
    expect(await callWrongly(addMediaLink, { as: await given.admin(), body })).toMatchObject({ status: 400 })
  },
)

test('refuses members', async () => {
  const body = { url: 'https://youtu.be/addTest0005' }
  expect(await call(addMediaLink, { as: await given.monthlyMember(), body })).toMatchObject(
    refusal('forbidden'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(addMediaLink, { body: { url: 'https://youtu.be/addTest0006' } })).toMatchObject(
    unauthorized,
  )
})
