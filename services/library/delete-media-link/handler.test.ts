import { expect, test } from 'vitest'
import { addMediaLink, deleteMediaLink, listMediaLinks } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

const ids = async (as: { accessToken: string }) =>
  (await callOk(listMediaLinks, { as })).data.map(({ id }) => id)

test('takes a video off, however often it is sent', async () => {
  const as = await given.admin()
  const { id } = await callOk(addMediaLink, { as, body: { url: 'https://youtu.be/delTest0001' } })
  expect(await ids(as)).toContain(id)
  for (let i = 0; i < 2; i += 1) expect(await callOk(deleteMediaLink, { as, body: { id } })).toEqual({})
  expect(await ids(as)).not.toContain(id)
})

test.each([{}, { id: '' }, { id: 'x'.repeat(101) }])('refuses %j', async (body) => {
  expect(await callWrongly(deleteMediaLink, { as: await given.admin(), body })).toMatchObject({ status: 400 })
})

test('refuses members, and the video stays', async () => {
  const as = await given.monthlyMember()
  const [id = ''] = await ids(as)
  expect(await call(deleteMediaLink, { as, body: { id } })).toMatchObject(refusal('forbidden'))
  expect(await ids(as)).toContain(id)
})

test('turns away who is not signed in', async () => {
  expect(await call(deleteMediaLink, { body: { id: 'x' } })).toMatchObject(unauthorized)
})
