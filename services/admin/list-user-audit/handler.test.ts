import { describe, expect, test } from 'vitest'
import { listUserAudit } from '#shared/contract/admin.ts'
import {
  addMediaLink,
  completeUpload,
  deleteFileTitle,
  deleteLibraryFile,
  deleteMediaLink,
  saveFileTitle,
} from '#shared/contract/library.ts'
import { revokeReferral, rotateReferral } from '#shared/contract/referrals.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { operator } from '#test/kit/operator.ts'
import { aReferral } from '#test/kit/referral.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { aForm, aPdf, post } from '#test/kit/upload.ts'
import { stored } from '#test/kit/stored.ts'

const auditOf = async (id: string) =>
  (await callOk(listUserAudit, { as: await given.admin(), body: { id } })).data

describe('list-user-audit', () => {
  test('lists who granted and revoked the admin role, newest first and once for each change', async () => {
    const { userId, email } = await given.user()
    for (const verb of ['grant', 'grant', 'revoke', 'revoke']) await operator.admin(verb, email)
    const { about, by } = await auditOf(userId)
    expect(about.map(({ action }) => action)).toEqual(['admin-revoked', 'admin-granted'])
    expect(about.every((entry) => entry.by?.startsWith('A') && entry.about === null)).toBe(true)
    expect(by).toEqual([])
  })

  test("stores the audit entry in the account's partition", async () => {
    const { userId, email } = await given.user()
    await operator.admin('grant', email)
    const items = (await stored(`user#${userId}`)).filter(({ entity }) => entity === 'audit')
    expect(items).toMatchObject([{ action: 'admin-granted', actor_kind: 'operator' }])
  })

  test("lists an admin's actions with the name of what each was about", async () => {
    const as = await given.admin()
    const { referrer_name, token } = await aReferral(as)
    const next = await callOk(rotateReferral, { as, body: { token } })
    await callOk(revokeReferral, { as, body: { token: next.token } })
    const { id } = await callOk(addMediaLink, {
      as,
      body: { url: 'https://youtu.be/auditTest01', title: 'Keys' },
    })
    // The repeated request has no effect and adds no audit entry.
    for (let i = 0; i < 2; i += 1) await callOk(deleteMediaLink, { as, body: { id } })
    const { by } = await auditOf(as.userId)
    expect(by.map(({ action, about }) => [action, about])).toEqual([
      ['video-deleted', 'Keys'],
      ['video-added', 'Keys'],
      ['referral-revoked', referrer_name],
      ['referral-rotated', referrer_name],
      ['referral-created', referrer_name],
    ])
    expect(new Set(by.map((entry) => entry.by))).toEqual(new Set([as.email]))
  })

  test("lists an admin's changes to the library, once for each change", async () => {
    const as = await given.admin()
    const form = await aForm(as, 'Audit.pdf')
    await post(form, aPdf)
    const body = { path: form.path }
    for (let i = 0; i < 2; i += 1) await callOk(completeUpload, { as, body })
    await callOk(saveFileTitle, { as, body: { ...body, title: 'Audit', description: null } })
    for (let i = 0; i < 2; i += 1) await callOk(deleteFileTitle, { as, body })
    for (let i = 0; i < 2; i += 1) await callOk(deleteLibraryFile, { as, body })
    const { by } = await auditOf(as.userId)
    const name = form.path.slice('library/'.length)
    expect(by.map(({ action, about }) => [action, about])).toEqual([
      ['file-deleted', name],
      ['title-deleted', name],
      ['title-saved', name],
      ['file-added', name],
    ])
  })

  test('returns empty lists for an unknown account', async () => {
    expect(await auditOf('nobody')).toEqual({ about: [], by: [] })
  })

  test.each([{}, { id: '' }, { id: 7 }])('rejects %j', async (body) => {
    expect(await callWrongly(listUserAudit, { as: await given.admin(), body })).toMatchObject({ status: 400 })
  })

  test('rejects members, even for their own account', async () => {
    const as = await given.monthlyMember()
    expect(await call(listUserAudit, { as, body: { id: as.userId } })).toMatchObject(apiError('forbidden'))
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(listUserAudit, { body: { id: 'x' } })).toMatchObject(unauthorized)
  })
})
