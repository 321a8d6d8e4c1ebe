import { afterEach, describe, expect, test } from 'vitest'
import { getLibraryEmails, setLibraryEmails } from '#shared/contract/library-emails.ts'
import { daysLater, londonDayOf } from '#shared/rules/london.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { operator } from '#test/kit/operator.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'
import { factsRepository } from '../facts.repository.ts'

let tidy: () => Promise<unknown> = async () => undefined
afterEach(() => tidy())

describe('set-library-emails', () => {
  test('switches the monthly email on; its link switches it off without signing in', async () => {
    const item = await upload(await given.admin(), 'Changed last month.pdf')
    // A new admin: on the first of a month, the clock moves to the next day, when the second factor has expired.
    tidy = async () => tidyUp(await given.admin(), item)
    const today = londonDayOf(await clock.now())
    const lastMonth = `${daysLater(`${today.slice(0, 7)}-01`, -1)}T12:00:00.000Z`
    await factsRepository(await operator.table()).save(
      item,
      {
        country: 'wales',
        topic: null,
        lawAsAt: '2026-01-01',
        reviewBy: '2199-01-01',
        whatChanged: 'New form.',
      },
      { adminId: 'operator', now: new Date(lastMonth) },
    )
    const as = await given.monthlyMember()
    expect(await callOk(setLibraryEmails, { as, body: { on: true } })).toEqual({ on: true })
    // An index lags behind the table by some milliseconds. The clock moves back after the email was delivered: a request
    // to SES that is on its way when the clock moves is rejected for its old signature.
    const email = await clock.at(`${today.slice(0, 7)}-02T09:00:00.000Z`, () =>
      poll('the monthly email', async () => {
        await runSchedule('send-library-emails')
        return (await inbox.for(as.email)).find(({ subject }) =>
          subject.startsWith('What changed in the library'),
        )
      }),
    )
    expect(email.text).toContain('Changed last month.pdf (Wales): New form.')
    const link = email.links.find((one) => one.includes(paths.stopLibraryEmails)) ?? ''
    expect(email.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect((await fetch(link)).status).toBe(200)
    expect(await callOk(getLibraryEmails, { as })).toEqual({ on: true })
    const stopped = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(stopped.status).toBe(200)
    expect(await callOk(getLibraryEmails, { as })).toEqual({ on: false })
    await callOk(setLibraryEmails, { as, body: { on: false } })
  })
})
