import { describe, expect, test } from 'vitest'
import { withFaults } from '#test/kit/faults.ts'
import { logs } from '#test/kit/observe.ts'
import { runSchedule } from '#test/kit/schedule.ts'

describe('check-webhook-endpoint', () => {
  test('counts the endpoint that the local account does not have, for the alarm, at every run', async () => {
    for (let i = 0; i < 2; i += 1)
      expect(await runSchedule('check-webhook-endpoint')).toEqual({ problems: 1 })
    // The log arrives through a pipe, after the result.
    await expect
      .poll(() => logs('check-webhook-endpoint'), { timeout: 10_000 })
      .toContain('WebhookProblems\\":1')
  })

  test('completes and says so if the key lacks the permission', async () => {
    const fault = { service: 'stripe', action: 'webhookEndpoints.list', error: 'permission_denied' } as const
    await withFaults([fault], async () =>
      expect(await runSchedule('check-webhook-endpoint')).toEqual({ problems: 1 }),
    )
    await expect.poll(() => logs('check-webhook-endpoint'), { timeout: 10_000 }).toContain('no_permission')
  })
})
