import { describe, expect, test } from 'vitest'
import { rateLimited } from './rate-limit.ts'

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
