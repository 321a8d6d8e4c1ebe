import { describe, expect, test } from 'vitest'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { callOk } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { operator } from '#test/kit/operator.ts'
import { stored } from '#test/kit/stored.ts'
import { keys } from '#platform/table/keys.ts'

describe('sign-chat-visitor', () => {
  test('returns the signed identity of an account with access, and stores the visitor', async () => {
    const as = await given.passHolder()
    const visitor = await callOk(signChatVisitor, { as })
    expect(visitor).toMatchObject({ name: 'Robin Fernhollow', email: as.email })
    const { pk, sk } = keys.chatVisitor(visitor.id)
    expect(await stored(pk, sk)).toMatchObject([{ user_id: as.userId, key_hash: null }])
  })

  test('accepts a user without access as soon as they are made an admin, with the token they had before', async () => {
    const as = await given.user()
    await operator.admin('grant', as.email)
    expect(await callOk(signChatVisitor, { as })).toMatchObject({ email: as.email })
  })

  test('accepts the guest key of a signed-in user without access while the user pool fails', async () => {
    const [as, { guestKey }] = [await given.user(), await given.guest()]
    const sign = () => callOk(signChatVisitor, { as, body: { guest_key: guestKey } })
    expect(await withFaults([{ service: 'cognito', action: '*' }], sign)).toMatchObject({ name: 'Guest' })
  })

  test('identifies a guest by an id and an undeliverable address', async () => {
    const { guestKey } = await given.guest()
    const visitor = await callOk(signChatVisitor, { body: { guest_key: guestKey } })
    expect(visitor).toMatchObject({ name: 'Guest', email: `${visitor.id}@visitor.invalid` })
  })
})
