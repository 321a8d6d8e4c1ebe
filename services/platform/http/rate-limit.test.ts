import { describe, expect, test } from 'vitest'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { enforceRateLimit, rateLimited } from './rate-limit.ts'

describe('a rate limit', () => {
  const limit = { by: 'client', max: 2, windowSeconds: 60 } as const
  const aLimit = () => {
    const { table } = inMemory({ now: new Date('2027-03-01T10:15:00Z') })
    return (time: string, { subject = 'a', operation = 'sign-up' } = {}) =>
      enforceRateLimit(table, operation, limit, subject, new Date(`2027-03-01T${time}Z`)).then(
        () => 'accepted',
        ({ code, retryAfterSeconds }) => [code, retryAfterSeconds],
      )
  }

  test('counts all requests of a window together, and starts again with the next one', async () => {
    const send = aLimit()
    expect(await send('10:15:00.000')).toBe('accepted')
    expect(await send('10:15:20.000')).toBe('accepted')
    expect(await send('10:15:20.000')).toEqual(['rate_limited', 40])
    expect(await send('10:15:59.999')).toEqual(['rate_limited', 1])
    expect(await send('10:16:00.000')).toBe('accepted')
  })

  test('counts each subject and each operation on its own', async () => {
    const send = aLimit()
    for (let i = 0; i < 3; i += 1) await send('10:15:00.000')
    expect(await send('10:15:00.000', { subject: 'b' })).toBe('accepted')
    expect(await send('10:15:00.000', { operation: 'sign-in' })).toBe('accepted')
  })
})

describe('rateLimited', () => {
  test.each([
    [1, 'a minute'],
    [60, 'a minute'],
    [61, '2 minutes'],
    [3540, '59 minutes'],
    [3599, '60 minutes'],
    [3601, '61 minutes'],
    [7200, '2 hours'],
    [7201, '3 hours'],
    [86_400, '24 hours'],
  ])('says for %i seconds to wait %s', (seconds, wait) => {
    expect(rateLimited(seconds)).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: seconds,
      message: `Rate limit exceeded. Please wait ${wait} and try again.`,
    })
  })
})
