import { expect, test } from 'vitest'
import { listUserAudit } from '../../../shared/contract/admin.ts'
import {
  addMediaLink,
  completeUpload,
  deleteFileTitle,
  deleteLibraryFile,
  deleteMediaLink,
  saveFileTitle,
} from '../../../shared/contract/library.ts'
import { revokeReferral, rotateReferral } from '../../../shared/contract/referrals.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { operator } from '../../../test/kit/operator.ts'
import { aReferral } from '../../../test/kit/referral.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { aForm, aPdf, post } from '../../../test/kit/upload.ts'
import { stored } from '../../../test/kit/stored.ts'

const actsOf = async (id: string) =>
  (await callOk(listUserAudit, { as: await given.admin(), body: { id } })).data

test('tells who made somebody an admin and who ended it, the last first, and once for each change', async () => {
  const { userId, email } = await given.user()
  for (const verb of ['grant', 'grant', 'revoke', 'revoke']) await operator.admin(verb, email)
  const { about, by } = await actsOf(userId)
  expect(about.map(({ act }) => act)).toEqual(['admin-revoked', 'admin-granted'])
  expect(about.every((act) => act.by?.startsWith('A') && act.about === null)).toBe(true)
  expect(by).toEqual([])
})

test('keeps what was done about a person with the person', async () => {
  const { userId, email } = await given.user()
  await operator.admin('grant', email)
  const items = (await stored(`user#${userId}`)).filter(({ entity }) => entity === 'audit')
  expect(items).toMatchObject([{ act: 'admin-granted', actor_kind: 'operator' }])
})

test('tells what an admin did, with the names of what it was done to', async () => {
  const as = await given.admin()
  const { referrer_name, token } = await aReferral(as)
  const next = await callOk(rotateReferral, { as, body: { token } })
  await callOk(revokeReferral, { as, body: { token: next.token } })
  const { id } = await callOk(addMediaLink, {
    as,
    body: { url: 'https://youtu.be/auditTest01', title: 'Keys' },
  })
  // What is sent again has no effect, and leaves no second line.
  for (let i = 0; i < 2; i += 1) await callOk(deleteMediaLink, { as, body: { id } })
  const { by } = await actsOf(as.userId)
  expect(by.map(({ act, about }) => [act, about])).toEqual([
    ['video-deleted', 'Keys'],
    ['video-added', 'Keys'],
    ['referral-revoked', referrer_name],
    ['referral-rotated', referrer_name],
    ['referral-created', referrer_name],
  ])
  expect(new Set(by.map((act) => act.by))).toEqual(new Set([as.email]))
})

test('tells what an admin did to the files of the library, once for each change', async () => {
  const as = await given.admin()
  const form = await aForm(as, 'Audit.pdf')
  await post(form, aPdf)
  const body = { path: form.path }
  for (let i = 0; i < 2; i += 1) await callOk(completeUpload, { as, body })
  await callOk(saveFileTitle, { as, body: { ...body, title: 'Audit', description: null } })
  for (let i = 0; i < 2; i += 1) await callOk(deleteFileTitle, { as, body })
  for (let i = 0; i < 2; i += 1) await callOk(deleteLibraryFile, { as, body })
  const { by } = await actsOf(as.userId)
  const name = form.path.slice('library/'.length)
  expect(by.map(({ act, about }) => [act, about])).toEqual([
    ['file-deleted', name],
    ['title-deleted', name],
    ['title-saved', name],
    ['file-added', name],
  ])
})

test('knows nothing of somebody who is not there', async () => {
  expect(await actsOf('nobody')).toEqual({ about: [], by: [] })
})

test.each([{}, { id: '' }, { id: 7 }])('refuses %j', async (body) => {
  expect(await callWrongly(listUserAudit, { as: await given.admin(), body })).toMatchObject({ status: 400 })
})

test('refuses members, also about themselves', async () => {
  const as = await given.monthlyMember()
  expect(await call(listUserAudit, { as, body: { id: as.userId } })).toMatchObject(refusal('forbidden'))
})

test('turns away who is not signed in', async () => {
  expect(await call(listUserAudit, { body: { id: 'x' } })).toMatchObject(unauthorized)
})
