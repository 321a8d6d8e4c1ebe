import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signOut } from '#shared/contract/identity.ts'
import { serve } from '#platform/http/serve.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { deferred } from '#test/kit/deferred.ts'
import { requestEvent } from '../reliability/fuzz/functions.ts'

const now = new Date()

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

/** Serves an operation whose clients are prepared. Returns what sends a request, of this user or of nobody. */
const served = async (prepare: () => Promise<unknown>) => {
  const { table, account } = inMemory({ now })
  const { userId } = await account()
  const events: string[] = []
  const list = table.list.bind(table)
  table.list = (...query) => {
    events.push('read the account')
    return list(...query)
  }
  const handle = async () => {
    events.push('handle')
    return { success: true } as const
  }
  const handler = serve(
    signOut,
    handle,
    {},
    { table, prepare: () => prepare().finally(() => events.push('prepared')) },
  )
  const send = async (sender = userId) => {
    const event = requestEvent(signOut, { body: '{}', userId: sender, now })
    const { statusCode }: { statusCode?: number } = await Reflect.apply(handler, undefined, [event, {}])
    return statusCode
  }
  return { send, events }
}

describe('clients', () => {
  test('are prepared after the request for the account is sent', async () => {
    const { send, events } = await served(async () => undefined)
    expect(await send()).toBe(200)
    expect(events[0]).toBe('read the account')
    expect(events).toContain('prepared')
  })

  test('do not reject a request if their preparation fails', async () => {
    const { send } = await served(async () => {
      throw new Error('The secrets extension did not respond')
    })
    expect(await send()).toBe(200)
  })

  test.each([
    ['accepted', undefined, 200],
    ['rejected', 'nobody', 401],
  ])('are ready before a response to a request that is %s', async (_name, sender, status) => {
    const { promise, resolve } = deferred()
    const { send, events } = await served(() => promise)
    const response = send(sender).then((code) => {
      events.push('respond')
      return code
    })
    setTimeout(resolve, 20)
    expect(await response).toBe(status)
    expect(events.slice(-2)).toEqual(['prepared', 'respond'])
  })
})
