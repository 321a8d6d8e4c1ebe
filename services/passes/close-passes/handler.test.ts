import { afterEach, describe, expect, test } from 'vitest'
import { oneTimeSessionEvent } from '#shared/contract/passes.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { letMinutesPass } from '#test/kit/hours.ts'
import { inbox } from '#test/kit/inbox.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

describe('close-passes', () => {
  test('emails the holder once when the thirty minutes are over', async () => {
    const as = await given.passHolder()
    await callOk(oneTimeSessionEvent, { as, body: { event: 'started' } })
    await runSchedule('close-passes')
    expect((await inbox.for(as.email)).filter(({ subject }) => /has ended/.test(subject))).toEqual([])
    await letMinutesPass(31)
    for (let i = 0; i < 2; i += 1) await runSchedule('close-passes')
    await inbox.waitFor(as.email, /has ended/)
    expect((await inbox.for(as.email)).filter(({ subject }) => /has ended/.test(subject))).toHaveLength(1)
  })

  test('closes a pass in the next run if its transaction failed', async () => {
    const as = await given.passHolder()
    await callOk(oneTimeSessionEvent, { as, body: { event: 'started' } })
    // Otherwise, the delivery of the receipt could meet the fault.
    await inbox.waitFor(as.email)
    await letMinutesPass(31)
    const run = () => runSchedule('close-passes')
    const fault = { service: 'dynamodb', action: 'TransactWriteItems', error: 'ValidationException' } as const
    await expect(withFaults([{ ...fault, times: 1 }], run)).rejects.toThrow('ok')
    await run()
    await inbox.waitFor(as.email, /has ended/)
  })
})
