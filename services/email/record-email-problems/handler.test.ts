import { describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import { keys } from '#platform/table/keys.ts'
import { callOk } from '#test/kit/call.ts'
import { inbox } from '#test/kit/inbox.ts'
import { aSignUp } from '#test/kit/people.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { stored } from '#test/kit/stored.ts'

describe('record-email-problems', () => {
  test('records an address, and no email is sent to it', async () => {
    const body = aSignUp()
    const timestamp = '2027-03-01T10:00:00.000Z'
    const bounce = { bounceType: 'Permanent', bounceSubType: 'NoEmail', timestamp }
    const detail = { eventType: 'Bounce', bounce, mail: { destination: [body.email] } }
    expect(await runSchedule('record-email-problems', { detail })).toEqual({ recorded: 1 })
    expect(await stored(keys.emailProblem(body.email).pk)).toMatchObject([{ reason: 'bounce' }])
    await callOk(signUp, { body })
    // The stream keeps its order: once this email has arrived, the first has been processed.
    const other = aSignUp()
    await callOk(signUp, { body: other })
    await inbox.waitForCount(other.email, 1)
    expect(await inbox.for(body.email)).toEqual([])
  })
})
