import { afterEach, describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { newEmail } from '#test/kit/people.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

describe('warn-expiring-passes', () => {
  test('warns the holder of an unused pass, and a guest with a link that restores it', async () => {
    const { email } = await given.passHolder()
    const guest = newEmail('guest')
    await given.guest(guest)
    await clock.set(new Date((await clock.now()).getTime() + 29.5 * dayMs).toISOString())
    await runSchedule('warn-expiring-passes')
    expect((await inbox.waitFor(email, /pass expires on/)).text).toContain('30 minutes')
    const { links } = await inbox.waitFor(guest, /pass expires on/)
    expect(links.some((link) => new URL(link).pathname === paths.restorePass)).toBe(true)
  })
})
