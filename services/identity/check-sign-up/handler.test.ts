import { describe, expect, test } from 'vitest'
import { checkSignUp, signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'

const open = async (email?: string) => {
  const form = aSignUp(email === undefined ? {} : { email })
  const { sign_up_id = '' } = await callOk(signUp, { body: form })
  return { form, check: () => callOk(checkSignUp, { body: { sign_up_id } }) }
}

describe('check-sign-up', () => {
  test('reports the confirmation to the page that made the sign-up', async () => {
    const { form, check } = await open()
    expect(await check()).toEqual({ status: 'waiting' })
    await pressButton(await linkFor(form.email, /Confirm your email/))
    expect(await check()).toEqual({ status: 'confirmed' })
  })

  test('keeps waiting for the address of an account', async () => {
    const { check } = await open((await given.user()).email)
    expect(await check()).toEqual({ status: 'waiting' })
  })
})
