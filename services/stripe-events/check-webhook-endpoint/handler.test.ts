import { describe, expect, test } from 'vitest'
import { withFaults } from '#test/kit/faults.ts'
import { logs } from '#test/kit/observe.ts'
import { runSchedule } from '#test/kit/schedule.ts'

describe('check-webhook-endpoint', () => {
  test('finds no problem with the endpoint of the account, at every run', async () => {
    for (let i = 0; i < 2; i += 1)
      expect(await runSchedule('check-webhook-endpoint')).toEqual({ problems: 0 })
  })

  test('completes if the key lacks the permission, and counts it for the alarm', async () => {
    const fault = { service: 'stripe', action: 'webhookEndpoints.list', error: 'permission_denied' } as const
    await withFaults([fault], async () =>
      expect(await runSchedule('check-webhook-endpoint')).toEqual({ problems: 1 }),
    )
    // The log arrives through a pipe, after the result.
    await expect
      .poll(() => logs('check-webhook-endpoint'), { timeout: 10_000 })
      .toMatch(/no_permission[^]*WebhookProblems\W*:1/)
  })
})
