import { expect, test } from 'vitest'
import { deleteFileTitle, listFileTitles, saveFileTitle } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

const path = 'library/guides_1_Untitled again.pdf'

test('takes the title off, however often it is sent', async () => {
  const as = await given.admin()
  await callOk(saveFileTitle, { as, body: { path, title: 'For now', description: null } })
  for (let i = 0; i < 2; i += 1) expect(await callOk(deleteFileTitle, { as, body: { path } })).toEqual({})
  expect(await callOk(listFileTitles, { as, body: { paths: [path] } })).toEqual({ data: [] })
})

test.each([{}, { path: 'profile' }, { path: 'library/../x' }])('refuses %j', async (body) => {
  expect(await callWrongly(deleteFileTitle, { as: await given.admin(), body })).toMatchObject({ status: 400 })
})

test('refuses members, and the title stays', async () => {
  const admin = await given.admin()
  const kept = 'library/guides_1_Kept.pdf'
  await callOk(saveFileTitle, { as: admin, body: { path: kept, title: 'Kept', description: null } })
  const as = await given.monthlyMember()
  expect(await call(deleteFileTitle, { as, body: { path: kept } })).toMatchObject(refusal('forbidden'))
  expect((await callOk(listFileTitles, { as, body: { paths: [kept] } })).data).toHaveLength(1)
})

test('turns away who is not signed in', async () => {
  expect(await call(deleteFileTitle, { body: { path } })).toMatchObject(unauthorized)
})
