import { describe, expect, test, vi } from 'vitest'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { findAccount } from '#platform/account/account.ts'
import type { Handle } from '#platform/http/serve.ts'
import { handle as listHandle } from '#services/tickets/list-tickets/handler.ts'
import { ticketRepository } from '#services/tickets/ticket.repository.ts'
import { callInMemory, inMemory } from '../kit/in-memory/in-memory.ts'

const now = new Date('2027-03-01T10:00:00Z')

describe('inMemory', () => {
  test('stores accounts as the service does', async () => {
    const world = inMemory({ now })
    const caller = await world.account({ plan: 'annual', email: 'nadia@people.example' })
    expect(await findAccount(world.table, caller.userId)).toEqual({
      profile: caller.profile,
      subscriber: caller.subscriber,
      subscription: caller.subscription,
      passes: [],
      stepUps: [],
    })
    expect(caller.subscriber).toMatchObject({ subscribed: true, subscription_tier: 'annual' })
    expect((await world.account()).subscriber).toBeUndefined()
  })
})

describe('callInMemory', () => {
  test('returns the result of a handler on the table in memory', async () => {
    const world = inMemory({ now })
    const caller = await world.account()
    const tickets = ticketRepository(world.table)
    expect(await callInMemory(listTickets, listHandle, { caller, now }, { tickets })).toEqual({
      status: 200,
      body: { data: [] },
    })
  })

  test('returns an API error as the reply that a browser receives', async () => {
    const rejected = {
      status: 401,
      body: { error: { code: 'unauthorized', message: expect.stringMatching(/\S/) } },
    }
    const returns: Handle<typeof listTickets, object> = async () => {
      throw apiError('unauthorized')
    }
    const caller = await inMemory({ now }).account()
    expect(await callInMemory(listTickets, returns, { caller, now }, {})).toEqual(rejected)
  })

  test('rejects a body that does not match the contract, as the server does', async () => {
    const caller = await inMemory({ now }).account()
    const handle = vi.fn<Handle<typeof submitTicket, object>>()
    const rejected = { status: 400, body: { error: { code: 'validation_failed' } } }
    expect(await callInMemory(submitTicket, handle, { caller, now, body: {} }, {})).toMatchObject(rejected)
    expect(handle).not.toHaveBeenCalled()
  })

  test('throws unexpected errors', async () => {
    const caller = await inMemory({ now }).account()
    const broken: Handle<typeof listTickets, object> = async () => {
      throw new TypeError('broken')
    }
    await expect(callInMemory(listTickets, broken, { caller, now }, {})).rejects.toThrow('broken')
    await expect(callInMemory(listTickets, broken, { caller, now }, {})).rejects.not.toThrow(ApiError)
  })
})
