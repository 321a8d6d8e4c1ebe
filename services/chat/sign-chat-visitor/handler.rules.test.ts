import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { signChatVisitor } from '#shared/contract/chat.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { visitorFactsReader } from '../visitor-facts.ts'
import { visitorRepository } from '../visitor.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

const signFor = async (provider: string) => {
  const { table, account } = inMemory({ now })
  const caller = await account({ plan: 'monthly' })
  const { body } = await callInMemory(
    signChatVisitor,
    handle,
    { caller, now },
    {
      provider,
      findGuest: async () => undefined,
      visitors: visitorRepository(table),
      recordOpening: async () => undefined,
      isAdmin: async () => false,
      identityKey: async () => 'identity-key',
      readFacts: visitorFactsReader(table),
    },
  )
  return signChatVisitor.ok.parse(body)
}

describe('sign-chat-visitor', () => {
  test('returns the facts about the visitor for Tawk.to, where only the browser can set them', async () => {
    expect((await signFor('tawk')).facts).toEqual({
      access: 'Monthly plan',
      country: 'Not known',
      earlier_tickets: 'None',
    })
  })

  test('returns no facts for Chatwoot, where the server sets them', async () => {
    expect((await signFor('chatwoot')).facts).toBeUndefined()
  })
})
