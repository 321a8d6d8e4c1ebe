import { describe, expect, test } from 'vitest'
import { listUserAudit } from '#shared/contract/admin.ts'
import { addMediaLink, deleteMediaLink } from '#shared/contract/library.ts'
import { revokeReferral, rotateReferral } from '#shared/contract/referrals.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { aReferral } from '#test/kit/referral.ts'

const auditOf = async (id: string) =>
  (await callOk(listUserAudit, { as: await given.admin(), body: { id } })).data

describe('list-user-audit', () => {
  test("lists an admin's actions with the names of their subjects", async () => {
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
      ['second-factor-set-up', null],
    ])
    expect(new Set(by.map((entry) => entry.by))).toEqual(new Set([as.email]))
  })
})
