import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { passkeyAnswer } from '#platform/user-pool/passkey-answer.ts'
import { passkeyGrants } from '#services/passkeys/public.ts'
import { challengeEvent, identityInMemory } from '#test/kit/in-memory/identity.ts'
import { readLink } from '#test/kit/link.ts'
import { handle } from './handler.ts'

/** An account with an unused sign-in link. Its grants accept the one token `granted`, of any user. */
const anAccount = async () => {
  const identity = identityInMemory()
  const { userId, email } = await identity.openAccount()
  await identity.send.sendMagicLink(email)
  const { token } = readLink(await identity.newestLink(email))
  const grants = { ...passkeyGrants(identity.table), consume: async (grant: string) => grant === 'granted' }
  const isAccepted = async (answer: string, userNotFound = false) => {
    const deps = { links: identity.deps.links, passkeyGrants: grants }
    const { response } = await handle(challengeEvent(userId, answer, userNotFound), deps, identity.now())
    return response.answerCorrect
  }
  return { token, isAccepted }
}

describe('verify-auth-challenge', () => {
  test('accepts the token of a link, once', async () => {
    const { token, isAccepted } = await anAccount()
    expect([await isAccepted(token), await isAccepted(token)]).toEqual([true, false])
  })

  test('accepts the grant of a verified passkey', async () => {
    const { isAccepted } = await anAccount()
    expect(await isAccepted(`${passkeyAnswer}granted`)).toBe(true)
    expect(await isAccepted(`${passkeyAnswer}invented`)).toBe(false)
  })

  test('rejects a grant sent as a token, a token sent as a grant, and both for a user who does not exist', async () => {
    const { token, isAccepted } = await anAccount()
    expect(await isAccepted('granted')).toBe(false)
    expect(await isAccepted(`${passkeyAnswer}${token}`)).toBe(false)
    expect(await isAccepted(`${passkeyAnswer}granted`, true)).toBe(false)
    expect(await isAccepted(token, true)).toBe(false)
    expect(await isAccepted(token)).toBe(true)
  })
})
