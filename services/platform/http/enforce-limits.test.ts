import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emailTranscript } from '#shared/contract/chat.ts'
import { submitContact } from '#shared/contract/contact.ts'
import * as identity from '#shared/contract/identity.ts'
import type { Operation } from '#shared/contract/operation.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { enforceLimits } from './enforce-limits.ts'
import { networkOf } from './event.ts'

const { writeLine } = vi.hoisted(() => ({ writeLine: vi.fn<(line: object) => void>() }))
vi.mock('../log-line.ts', () => ({ writeLine }))

beforeEach(() => {
  vi.stubEnv('STAGE', 'test')
  writeLine.mockClear()
})

const now = new Date('2027-03-01T10:15:00Z')
let senders = 0

/** Returns a function that counts a request from an address, and returns whether it was accepted. */
const aForm = (operation: Operation) => {
  const { table } = inMemory({ now })
  const send = async (address: string, at = now): Promise<boolean> => {
    const subjects = { client: networkOf(address), user: '', email: `${(senders += 1)}@people.example` }
    try {
      await enforceLimits(table, operation, { subjects, now: at })
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' })
      return false
    }
  }
  /** Sends this many requests, each from an address of its own. */
  const sendMany = async (count: number) => {
    for (let i = 0; i < count; i += 1) await send(`10.0.${i >> 8}.${i & 255}`)
  }
  const alarms = () => writeLine.mock.calls.filter(([line]) => 'SharedLimitsExceeded' in line)
  return { send, sendMany, alarms }
}

describe('the contact form', () => {
  test('accepts messages of others after an attacker has sent hundreds', async () => {
    const { send, sendMany, alarms } = aForm(submitContact)
    await sendMany(300)
    expect(alarms()).toEqual([])
    await sendMany(400)
    expect(await send('198.18.0.1')).toBe(true)
    expect(await send('2001:db8::1')).toBe(true)
    expect(alarms()).toHaveLength(1)
  })

  test.each([
    ['one address', () => '198.18.0.1'],
    ['the networks of one IPv6 customer', (i: number) => `2001:db8:1:${i}::1`],
  ])('then accepts two messages an hour from %s', async (_name, address) => {
    const { send, sendMany } = aForm(submitContact)
    await sendMany(301)
    const accepted: boolean[] = []
    for (let i = 0; i < 4; i += 1) accepted.push(await send(address(i)))
    expect(accepted).toEqual([true, true, false, false])
    expect(await send(address(9), new Date(now.getTime() + 3600_000))).toBe(true)
  })
})

describe('the conversation by email', () => {
  test('can still be requested by others after an attacker has sent hundreds of requests', async () => {
    const { send, sendMany } = aForm(emailTranscript)
    await sendMany(700)
    expect(await send('198.18.0.1')).toBe(true)
  })
})

describe('operations that email a link', () => {
  test.each([
    identity.signUp,
    identity.resendConfirmation,
    identity.sendMagicLink,
    identity.sendPasswordResetEmail,
  ])('$name sends a limited number of emails an hour and raises an alarm before', async (operation) => {
    const { beyond } = operation.limits.find(({ by }) => by === 'everyone') ?? {}
    // Each sign-up is also a user that Cognito charges for.
    expect(beyond).toEqual({ perNetwork: 2, max: operation.name === 'sign-up' ? 2000 : 10_000 })
    const limits = [
      { by: 'everyone', max: 3, windowSeconds: 3600, beyond: { perNetwork: 2, max: 5 } },
    ] as const
    const { send, sendMany, alarms } = aForm({ ...operation, limits })
    await sendMany(4)
    expect(alarms()).toHaveLength(1)
    expect(await send('198.18.0.1')).toBe(true)
    expect(await send('198.18.0.2')).toBe(false)
    expect(alarms()).toHaveLength(1)
  })
  test('stay open to others when one IPv6 customer sends more requests than are ever accepted', async () => {
    const limits = [
      { by: 'everyone', max: 3, windowSeconds: 3600, beyond: { perNetwork: 2, max: 8 } },
    ] as const
    const { send } = aForm({ ...identity.sendMagicLink, limits })
    for (let i = 0; i < 30; i += 1) await send(`2001:db8:1:${i}::1`)
    expect(await send('198.18.0.1')).toBe(true)
  })
})
