import { describe, expect, test } from 'vitest'
import { getUsers, listUserAudit } from '#shared/contract/admin.ts'
import { ensureAdminRole } from '#shared/contract/identity.ts'
import { confirmSecondFactor, getSecondFactor, setUpSecondFactor } from '#shared/contract/second-factor.ts'
import { totpCode } from '#platform/totp.ts'
import { apiError } from '#test/kit/api-error.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { operator } from '#test/kit/operator.ts'
import { pool } from '#test/kit/pool.ts'
import { secondFactorCode } from '#test/kit/second-factor.ts'

describe('second factor', () => {
  test('is required after each sign-in, and survives a token refresh', async () => {
    const { email, password } = await given.admin()
    const as = await pool.signIn(email, password)
    expect(await callOk(ensureAdminRole, { as })).toEqual({ isAdmin: true })
    expect(await call(getUsers, { as })).toMatchObject(apiError('second_factor_required'))
    expect(await callOk(getSecondFactor, { as })).toEqual({ is_set_up: true, valid_until: null })
    const code = await secondFactorCode(email)
    await callOk(confirmSecondFactor, { as, body: { code } })
    expect(await call(getUsers, { as })).toMatchObject({ status: 200 })
    expect(await call(getUsers, { as: await pool.refresh(as.refreshToken) })).toMatchObject({ status: 200 })
    expect(await call(confirmSecondFactor, { as, body: { code } })).toMatchObject(apiError('code_rejected'))
  })

  test('is set up again after an operator has reset it, which ends every step-up', async () => {
    const as = await given.admin()
    expect(await operator.admin('reset-second-factor', as.email)).toMatch('sets one up at the next visit')
    expect(await operator.admin('reset-second-factor', as.email)).toMatch('Nothing to do')
    expect(await call(getUsers, { as })).toMatchObject(apiError('second_factor_required'))
    const { key } = await callOk(setUpSecondFactor, { as })
    await callOk(confirmSecondFactor, { as, body: { code: totpCode(key, await clock.now()) } })
    const { data } = await callOk(listUserAudit, { as, body: { id: as.userId } })
    const actions = data.about.map(({ action }) => action)
    expect(actions).toEqual(['second-factor-set-up', 'second-factor-reset', 'second-factor-set-up'])
  })

  test('is deleted when an admin is demoted', async () => {
    const as = await given.admin()
    await operator.admin('revoke', as.email)
    expect(await call(getSecondFactor, { as })).toMatchObject(apiError('forbidden'))
    await operator.admin('grant', as.email)
    expect(await callOk(getSecondFactor, { as })).toEqual({ is_set_up: false, valid_until: null })
    expect(await call(getUsers, { as })).toMatchObject(apiError('second_factor_required'))
  })
})
