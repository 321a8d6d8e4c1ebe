import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { signChatVisitor } from '#shared/contract/chat.ts'
import type { PassRecord } from '#platform/account/records.ts'
import { hashOf } from '#platform/crypto.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import { guestFinder } from '#services/passes/public.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { visitorFactsReader } from '../visitor-facts.ts'
import { visitorRepository } from '../visitor.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const guestKey = 'G'.repeat(43)
const signature = /^[0-9a-f]{64}$/

const aPass = (userId: string | null): PassRecord => ({
  entity: 'pass',
  user_id: userId,
  session_id: 'cs_1',
  email: null,
  paid_at: now.toISOString(),
  minutes: 30,
  purchases: { cs_1: { paid_at: now.toISOString(), reversed: false } },
  version: 1,
})

/** A chat for the holder of a guest key, and for accounts. */
const chat = async (provider = 'chatwoot') => {
  const { table, account } = inMemory({ now })
  await table.put(keys.guestPass(hashOf(guestKey)), aPass(null))
  const admins = new Set<string>()
  const deps = {
    provider,
    findGuest: guestFinder(table),
    visitors: visitorRepository(table),
    recordOpening: async () => undefined,
    isAdmin: async ({ userId }: Caller) => admins.has(userId),
    identityKey: async () => 'identity-key',
    readFacts: visitorFactsReader(table),
  }
  const call = (caller?: Caller, body: object = {}, at = now) =>
    callInMemory(signChatVisitor, handle, { caller: caller ?? null, body, now: at }, deps)
  return {
    table,
    call,
    sign: async (...request: Parameters<typeof call>) =>
      signChatVisitor.ok.parse((await call(...request)).body),
    user: () => account(),
    holders: {
      member: () => account({ plan: 'monthly' }),
      'pass holder': async () => {
        const caller = await account()
        return { ...caller, passes: [aPass(caller.userId)] }
      },
      admin: async () => {
        const caller = await account()
        admins.add(caller.userId)
        return caller
      },
    },
  }
}

describe('sign-chat-visitor', () => {
  test('rejects every caller on a stage without a chat', async () => {
    const { call, holders } = await chat('none')
    expect(await call(await holders.member())).toEqual(apiError('chat_not_configured'))
  })

  test.each(['member', 'pass holder', 'admin'] as const)(
    'returns the signed identity of a %s',
    async (kind) => {
      const { sign, holders } = await chat()
      const caller = await holders[kind]()
      const visitor = await sign(caller)
      expect(visitor).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: caller.profile.full_name,
        email: caller.profile.email,
        idSignature: expect.stringMatching(signature),
      })
    },
  )

  test('names an account without a name', async () => {
    const { sign, holders } = await chat()
    const { profile, ...member } = await holders.member()
    expect(await sign({ ...member, profile: { ...profile, full_name: ' ' } })).toMatchObject({ name: 'User' })
  })

  test('identifies a guest by an id and an undeliverable address, without the guest key', async () => {
    const { sign } = await chat()
    const visitor = await sign(undefined, { guest_key: guestKey })
    expect(visitor).toMatchObject({ name: 'Guest', email: `${visitor.id}@visitor.invalid` })
    for (const secret of [guestKey, hashOf(guestKey)]) expect(JSON.stringify(visitor)).not.toContain(secret)
  })

  test('returns the same identity at every call and stores the visitor once', async () => {
    const { sign, holders, table } = await chat()
    const caller = await holders['pass holder']()
    const first = await sign(caller)
    expect(await sign(caller)).toEqual(first)
    expect(await table.list(keys.chatVisitor(first.id).pk, '')).toMatchObject([
      { user_id: caller.userId, key_hash: null },
    ])
  })

  test('uses the guest key for a signed-in user without chat access, and no other', async () => {
    const { sign, user, holders } = await chat()
    const body = { guest_key: guestKey }
    expect(await sign(await user(), body)).toMatchObject({ name: 'Guest' })
    const member = await holders.member()
    expect(await sign(member, body)).toMatchObject({ email: member.profile.email })
  })

  test('rejects callers without chat access, and the key of a pass that has expired', async () => {
    const { call, user } = await chat()
    const rejected = [
      await call(),
      await call(await user()),
      await call(undefined, { guest_key: 'A'.repeat(43) }),
      await call(undefined, { guest_key: guestKey }, new Date('2027-04-01T10:00:00Z')),
    ]
    for (const reply of rejected) expect(reply).toMatchObject(apiError('no_chat_access'))
  })

  test('signs the address and returns the facts for Tawk.to, where only the browser can set them', async () => {
    const { sign, holders } = await chat('tawk')
    const visitor = await sign(await holders.member())
    expect(visitor.facts).toEqual({
      access: 'Monthly plan',
      country: 'Not known',
      earlier_tickets: 'None',
    })
    expect(visitor.emailSignature).toMatch(signature)
    expect(visitor.emailSignature).not.toBe(visitor.idSignature)
  })

  test('signs nothing but the id for Chatwoot, where a signed address would be another identifier', async () => {
    const { sign, holders } = await chat()
    const visitor = await sign(await holders.member())
    expect(Object.keys(visitor).toSorted()).toEqual(['email', 'id', 'idSignature', 'name'])
  })
})
