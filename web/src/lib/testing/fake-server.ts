import { vi } from 'vitest'

export interface SeenCall {
  path: string
  headers: Headers
  body: unknown
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable'
type Turn = Reply | Promise<Reply> | ((body: unknown) => Reply)
type Replies = Turn | Turn[]

const config = {
  stage: 'test',
  region: 'eu-west-2',
  userPoolId: 'eu-west-2_test',
  userPoolClientId: 'client',
  userPoolEndpoint: 'http://pool.example/',
  passkeys: true,
}

/**
 * Replaces `fetch` in a test. `replies` lists the responses of each path, in order; the last one repeats. Paths that
 * are not listed return 404, as the gateway does. A promise is a response that takes as long as the promise. A function
 * responds to the body. Returns the calls received.
 */
export const fakeServer = (replies: Record<string, Replies>): SeenCall[] => {
  const seen: SeenCall[] = []
  const turns = new Map(Object.entries(replies).map(([path, reply]) => [path, [reply].flat()]))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address === '/config.json') return Response.json(config)
    const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    seen.push({ path: address, headers: new Headers(init.headers), body: sent })
    const turn = turns.get(address) ?? [{ status: 404, body: { message: 'Not Found' } }]
    const next = turn.length > 1 ? turn.shift() : turn[0]
    const reply = (await (typeof next === 'function' ? next(sent) : next)) ?? 'unreachable'
    if (reply === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body, headers } = reply
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
  })
  return seen
}

export const poolAddress = config.userPoolEndpoint
