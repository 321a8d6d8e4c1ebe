import { afterEach, describe, expect, test } from 'vitest'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { apiError } from '#test/kit/api-error.ts'
import { stored } from '#test/kit/stored.ts'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'

afterEach(clock.restore)

const signature = /^[0-9a-f]{64}$/

describe('sign-chat-visitor', () => {
  test.each(['monthlyMember', 'passHolder', 'admin'] as const)(
    'returns the signed identity of a %s',
    async (kind) => {
      const as = await given[kind]()
      const visitor = await callOk(signChatVisitor, { as })
      expect(visitor).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: 'Robin Fernhollow',
        email: as.email,
        idSignature: expect.stringMatching(signature),
        emailSignature: expect.stringMatching(signature),
      })
      expect(visitor.idSignature).not.toBe(visitor.emailSignature)
    },
  )

  test('identifies a guest by an id and an undeliverable address, without the guest key', async () => {
    const { guestKey } = await given.guest()
    const visitor = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    expect(visitor).toMatchObject({ name: 'Guest', email: `${visitor.id}@visitor.invalid` })
    for (const secret of [guestKey, hashOf(guestKey)]) expect(JSON.stringify(visitor)).not.toContain(secret)
  })

  test('returns the same identity at every call and stores the visitor once', async () => {
    const as = await given.passHolder()
    const first = await callOk(signChatVisitor, { as })
    expect(await callOk(signChatVisitor, { as })).toEqual(first)
    const { pk, sk } = keys.chatVisitor(first.id)
    expect(await stored(pk, sk)).toMatchObject([{ user_id: as.userId, key_hash: null }])
  })

  test('uses the guest key for a signed-in user without chat access', async () => {
    const as = await given.user()
    const { guestKey } = await given.guest()
    expect(await callOk(signChatVisitor, { as, body: { guest_key: guestKey } })).toMatchObject({
      name: 'Guest',
    })
  })

  test('rejects callers without chat access', async () => {
    expect(await call(signChatVisitor)).toMatchObject(apiError('no_chat_access'))
    expect(await call(signChatVisitor, { as: await given.user() })).toMatchObject(apiError('no_chat_access'))
    expect(await call(signChatVisitor, { body: { guest_key: 'A'.repeat(43) } })).toMatchObject(
      apiError('no_chat_access'),
    )
  })

  test('rejects a guest key whose pass has expired', async () => {
    const { guestKey } = await given.guest()
    await letMinutesPass(31 * 24 * 60)
    expect(await call(signChatVisitor, { body: { guest_key: guestKey } })).toMatchObject(
      apiError('no_chat_access'),
    )
  })

  test.each([{ guest_key: 7 }, { guest_key: { a: 1 } }])('rejects %j', async (body) => {
    expect(await callWrongly(signChatVisitor, { body })).toMatchObject(apiError('validation_failed'))
  })
})
