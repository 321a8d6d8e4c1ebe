import { describe, expect, test } from 'vitest'
import { getNumbers } from '#shared/contract/numbers.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { runSchedule } from '#test/kit/schedule.ts'

describe('get-numbers', () => {
  test('returns what compute-numbers has computed', async () => {
    await given.monthlyMember()
    expect(await runSchedule('compute-numbers')).toEqual({ months: 12 })
    const { members, months } = await callOk(getNumbers, { as: await given.admin() })
    expect(members.monthly).toBeGreaterThan(0)
    expect(months).toHaveLength(12)
  })
})
