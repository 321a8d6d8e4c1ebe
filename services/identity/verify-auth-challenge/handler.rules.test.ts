import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
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
  return { ...identity, userId, email, token, isAccepted }
}

describe('verify-auth-challenge', () => {
  test('accepts the token of a link, once', async () => {
    const { token, isAccepted } = await anAccount()
    expect([await isAccepted(token), await isAccepted(token)]).toEqual([true, false])
  })

  test('deletes the other links of the user that still work, and leaves those that have expired', async () => {
    const { table, deps, now, userId, email, token, isAccepted } = await anAccount()
    const requestedAgo = (seconds: number) => {
      const at = new Date(now().getTime() - seconds * 1000)
      return deps.links.issue({ type: 'magiclink', userId, email, name: '', redirect: '/', now: at })
    }
    const valid = requestedAgo(60)
    await table.transact(valid.write, requestedAgo(3600).write, requestedAgo(7200).write)
    const deleted = vi.spyOn(table, 'delete')
    expect(await isAccepted(token)).toBe(true)
    expect(deleted).toHaveBeenCalledTimes(1)
    expect(await isAccepted(readLink(`https://advice.example${valid.path}`).token)).toBe(false)
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
