import { describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import * as paths from '#shared/values/site-map.ts'
import { call, callOk } from '#test/kit/call.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { apiError } from '#test/kit/api-error.ts'
import { given } from '#test/kit/given.ts'

describe('sign-up', () => {
  test('opens an account and emails its verification link', async () => {
    const body = aSignUp({ plan: 'monthly' })
    expect(await call(signUp, { body })).toMatchObject({ status: 200, body: { success: true } })
    const link = await linkFor(body.email, /Confirm your email/)
    const { path, query, fragment } = landing(await pressButton(link))
    expect({ path, query, type: fragment['type'] }).toEqual({
      path: paths.signUpComplete,
      query: { plan: 'monthly' },
      type: 'signup',
    })
  })

  test('rejects invalid fields', async () => {
    const reply = await call(signUp, { body: aSignUp({ city: '' }) })
    expect(reply).toMatchObject(apiError('validation_failed', 'City is required'))
  })

  test('responds after at least 700 milliseconds, with and without an account, and emails the owner', async () => {
    const owner = await given.user()
    const timed = async (body: ReturnType<typeof aSignUp>) => {
      const startedAt = performance.now()
      await callOk(signUp, { body })
      return performance.now() - startedAt
    }
    const times = await Promise.all([timed(aSignUp({ email: owner.email })), timed(aSignUp())])
    expect(Math.min(...times)).toBeGreaterThan(700)
    await inbox.waitFor(owner.email, /already have an account/)
  })
})
