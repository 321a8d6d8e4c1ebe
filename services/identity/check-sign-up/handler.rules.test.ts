import { describe, expect, test } from 'vitest'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { aSignUp } from '#test/kit/people.ts'

const status = (text: string) => ({ status: 200, body: { status: text } })
const thirtyDays = 30 * 24 * 3600

/** Signs up and returns the form and a function that asks about the sign-up. */
const openSignUp = async (identity: ReturnType<typeof identityInMemory>, changes = {}) => {
  const form = aSignUp(changes)
  const { body } = await identity.send.signUp(form)
  const id = typeof body === 'object' && body !== null ? Reflect.get(body, 'sign_up_id') : undefined
  if (typeof id !== 'string') throw new Error('sign-up returned no id')
  return { form, id, check: () => identity.send.checkSignUp({ sign_up_id: id }) }
}

describe('check-sign-up', () => {
  test('reports the confirmation once the link of this sign-up has been used, at every request', async () => {
    const identity = identityInMemory()
    const { form, check } = await openSignUp(identity)
    expect([await check(), await check()]).toEqual([status('waiting'), status('waiting')])
    await identity.press(await identity.newestLink(form.email))
    expect([await check(), await check()]).toEqual([status('confirmed'), status('confirmed')])
  })

  test('does not report the confirmation of another sign-up with the same address', async () => {
    const identity = identityInMemory()
    const first = await openSignUp(identity)
    const second = await openSignUp(identity, { email: first.form.email })
    await identity.press(await identity.newestLink(first.form.email))
    await identity.finishSignUps()
    expect([await first.check(), await second.check()]).toEqual([status('waiting'), status('confirmed')])
  })

  test('looks the same for the address of an account, whose sign-up is never confirmed', async () => {
    const identity = identityInMemory()
    const owner = await identity.openAccount()
    const other = await openSignUp(identity)
    const { id, check } = await openSignUp(identity, { email: owner.email })
    expect(id).toHaveLength(other.id.length)
    expect([await check(), await other.check()]).toEqual([status('waiting'), status('waiting')])
    const readsOf = async (ask: () => Promise<unknown>) => {
      let reads = 0
      identity.database.onRequest = () => {
        reads += 1
      }
      await ask()
      return reads
    }
    expect(await readsOf(check)).toBe(await readsOf(other.check))
  })

  test('expires with the sign-up', async () => {
    const identity = identityInMemory()
    const { check } = await openSignUp(identity)
    identity.passSeconds(thirtyDays - 60)
    expect(await check()).toEqual(status('waiting'))
    identity.passSeconds(60)
    expect(await check()).toEqual(status('expired'))
  })

  test('returns the same for an unknown id as for an expired one', async () => {
    const { send } = identityInMemory()
    expect(await send.checkSignUp({ sign_up_id: 'unknown' })).toEqual(status('expired'))
  })

  test('stores the hash of the id only', async () => {
    const identity = identityInMemory()
    const { id } = await openSignUp(identity)
    expect(identity.storedAbout('sign_up_check')).not.toBe('[]')
    expect(identity.storedAbout(id)).toBe('[]')
  })
})
