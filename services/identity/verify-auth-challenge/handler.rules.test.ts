import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import { passkeyAnswer } from '#platform/user-pool/passkey-answer.ts'
import type { PasskeyGrants } from '#services/passkeys/public.ts'
import { challengeEvent, identityInMemory } from '#test/kit/in-memory/identity.ts'
import { readLink } from '#test/kit/link.ts'
import { challengeDependencies, handle } from './handler.ts'

/** An account with an unused sign-in link. One grant is valid, `granted`, for any user. */
const anAccount = async () => {
  const identity = identityInMemory()
  const { userId, email } = await identity.openAccount()
  await identity.send.sendMagicLink(email)
  const { token } = readLink(await identity.newestLink(email))
  const grants = new Set(['granted'])
  const consume: PasskeyGrants['consume'] = async (grant, _userId, _now, ...further) => {
    const isValid = grants.delete(grant)
    if (isValid) await identity.table.transact(...further)
    return isValid
  }
  const deps = { ...challengeDependencies(identity.table), passkeyGrants: { consume } }
  const isAccepted = async (answer: string, userNotFound = false, attempt?: string, at = identity.now()) => {
    const { response } = await handle(challengeEvent(userId, answer, userNotFound, attempt), deps, at)
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

  test('accepts the token again in the same attempt, because the user pool repeats calls without a response', async () => {
    const { token, isAccepted, now } = await anAccount()
    const secondsLater = (seconds: number) => new Date(now().getTime() + seconds * 1000)
    expect(await isAccepted(token, false, 'first')).toBe(true)
    expect(await isAccepted(token, false, 'first', secondsLater(59))).toBe(true)
    expect(await isAccepted(token, false, 'second')).toBe(false)
    expect(await isAccepted('another', false, 'first')).toBe(false)
    expect(await isAccepted(token, true, 'first')).toBe(false)
    expect(await isAccepted(token, false, 'first', secondsLater(60))).toBe(false)
  })

  test('accepts a grant again in the same attempt, and in no other', async () => {
    const { isAccepted } = await anAccount()
    const accepted = async (attempt: string) => isAccepted(`${passkeyAnswer}granted`, false, attempt)
    expect([await accepted('first'), await accepted('first'), await accepted('second')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('deletes the other links in the repeated call if the first one was interrupted before that', async () => {
    const { table, deps, now, userId, email, token, isAccepted } = await anAccount()
    const other = deps.links.issue({ type: 'magiclink', userId, email, name: '', redirect: '/', now: now() })
    await table.transact(other.write)
    vi.spyOn(table, 'listByIndex').mockRejectedValueOnce(new Error('interrupted'))
    await expect(isAccepted(token, false, 'first')).rejects.toThrow('interrupted')
    expect(await isAccepted(token, false, 'first')).toBe(true)
    expect(await isAccepted(readLink(`https://advice.example${other.path}`).token)).toBe(false)
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
