import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { control } from '#test/kit/control.ts'
import { withFaults } from '#test/kit/faults.ts'
import { inbox } from '#test/kit/inbox.ts'
import { aSignUp } from '#test/kit/people.ts'
import { poll } from '#test/kit/poll.ts'
import { runSchedule } from '#test/kit/schedule.ts'

afterEach(clock.restore)

const listDeadLetters = () => control('GET', 'dead-letters', z.array(z.unknown()))

describe('send-waiting-emails', () => {
  test('sends an email that the stream gave up on, although the dead letter does not name it', async () => {
    const before = (await listDeadLetters()).length
    const body = aSignUp()
    await withFaults([{ service: 'ses', action: 'SendEmail', error: 'MessageRejected' }], async () => {
      await callOk(signUp, { body })
      await poll('the dead letter', async () =>
        (await listDeadLetters()).length > before ? true : undefined,
      )
    })
    expect(JSON.stringify((await listDeadLetters()).at(-1))).not.toContain('NewImage')
    await clock.set(new Date((await clock.now()).getTime() + 3 * 60_000).toISOString())
    await runSchedule('send-waiting-emails')
    await inbox.waitForCount(body.email, 1)
  })
})
