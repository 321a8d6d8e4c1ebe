import { describe, expect, test } from 'vitest'
import { runSchedule } from '#test/kit/schedule.ts'

describe('check-prices', () => {
  test('finds no difference to the prices at Stripe, at every run', async () => {
    for (let i = 0; i < 2; i += 1) expect(await runSchedule('check-prices')).toEqual({ differences: 0 })
  })
})
