import { describe, expect, test } from 'vitest'
import { run } from '#bin/tasks/admin/run.ts'
import { getUsers, listUserAudit } from '#shared/contract/admin.ts'
import { getProfile } from '#shared/contract/identity.ts'
import { apiError } from '../kit/api-error.ts'
import { call, callOk } from '../kit/call.ts'
import { withFaults } from '../kit/faults.ts'
import { given } from '../kit/given.ts'
import { pool } from '../kit/pool.ts'
import { site } from '../kit/site.ts'
import { stored } from '../kit/stored.ts'

/** Runs `npm run admin` in this process, which takes a tenth of the time of a process of its own. */
const admin = (verb: 'grant' | 'revoke' | 'end-sessions', email: string) =>
  run([verb, email], { ...process.env, PORT: new URL(site()).port })

describe('admin role', () => {
  test('is audited once for each change, with the operator, in the partition of the account', async () => {
    const [{ userId, email }, as] = [await given.user(), await given.admin()]
    for (const verb of ['grant', 'grant', 'revoke', 'revoke'] as const) await admin(verb, email)
    const { data } = await callOk(listUserAudit, { as, body: { id: userId } })
    expect(data.about.map(({ action }) => action)).toEqual(['admin-revoked', 'admin-granted'])
    expect(data.about.every((entry) => entry.by?.startsWith('A') && entry.about === null)).toBe(true)
    expect(data.by).toEqual([])
    const items = (await stored(`user#${userId}`)).filter(({ entity }) => entity === 'audit')
    expect(items).toMatchObject([
      { action: 'admin-granted', actor_kind: 'operator' },
      { action: 'admin-revoked', actor_kind: 'operator' },
    ])
  })

  test('gives no access as soon as it is revoked', async () => {
    const as = await given.admin()
    expect(await call(getUsers, { as })).toMatchObject({ status: 200 })
    await admin('revoke', as.email)
    expect(await call(getUsers, { as })).toMatchObject(apiError('forbidden'))
  })
})

describe('sessions of a user', () => {
  test('end immediately when an operator ends them, which is audited', async () => {
    const [member, as] = [await given.user(), await given.admin()]
    await callOk(getProfile, { as: member })
    await admin('end-sessions', member.email)
    expect(await call(getProfile, { as: member })).toMatchObject(apiError('unauthorized'))
    await expect(pool.refresh(member.refreshToken)).rejects.toThrow('revoked')
    const { data } = await callOk(listUserAudit, { as, body: { id: member.userId } })
    expect(data.about.map(({ action }) => action)).toEqual(['sessions-ended'])
  })

  test('end at our operations although the user pool fails', async () => {
    const member = await given.user()
    const outage = { service: 'cognito', action: '*', error: 'InternalErrorException' } as const
    const ending = withFaults([outage], () => admin('end-sessions', member.email))
    await expect(ending).rejects.toThrow('InternalErrorException')
    expect(await call(getProfile, { as: member })).toMatchObject(apiError('unauthorized'))
  })
})
