import { afterEach, describe, expect, test } from 'vitest'
import { submitTicket } from '#shared/contract/tickets.ts'
import { londonTime } from '#shared/rules/london.ts'
import { workingDaysAfter } from '#shared/rules/working-days.ts'
import { brand } from '#shared/values/brand.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

describe('send-inbox-reminders', () => {
  test('emails the support address about a late ticket', async () => {
    const as = await given.monthlyMember()
    const body = { topic: 'Deposit', country: 'england', message: 'Who decides about the carpet?' } as const
    await callOk(submitTicket, { as, body })
    const laterDay = workingDaysAfter(await clock.now(), 3)
    await clock.set(londonTime(laterDay, 9).toISOString())
    expect(await runSchedule('send-inbox-reminders')).toMatchObject({ late: expect.any(Number) })
    const email = await poll('the reminder', async () =>
      (await inbox.for(brand.supportEmail)).find(({ subject }) => /^Inbox: \d+ late/.test(subject)),
    )
    expect(email.text).toContain('/admin/inbox')
  })
})
