import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { deleteAccount } from '#shared/contract/account.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { control } from '#test/kit/control.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { callsDuring } from '#test/kit/observe.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { everythingStored } from '#test/kit/stored.ts'

afterEach(clock.restore)

const listDeadLetters = () => control('GET', 'dead-letters', z.array(z.unknown()))

describe('send-waiting-emails', () => {
  test('sends an email that the stream gave up on, although the dead letter does not name it', async () => {
    const before = (await listDeadLetters()).length
    // This email holds the last copy of the address of a deleted account: the run deletes its record.
    const as = await given.user()
    await withFaults([{ service: 'ses', action: 'SendEmail', error: 'MessageRejected' }], async () => {
      await callOk(deleteAccount, { as })
      await poll('the dead letter', async () =>
        (await listDeadLetters()).length > before ? true : undefined,
      )
      // The dead letter may be about another email. The stream retries immediately, so after a pause it has given up.
      await poll('the stream to give up on this email too', async () =>
        (await callsDuring('deliver-email', () => sleep(2000))).length === 0 ? true : undefined,
      )
    })
    expect(JSON.stringify((await listDeadLetters()).at(-1))).not.toContain('NewImage')
    await clock.set(new Date((await clock.now()).getTime() + 3 * 60_000).toISOString())
    await runSchedule('send-waiting-emails')
    await inbox.waitFor(as.email, /account has been deleted/)
    await poll('the record of the email to go', async () =>
      JSON.stringify(await everythingStored()).includes(as.email) ? undefined : true,
    )
  })
})
