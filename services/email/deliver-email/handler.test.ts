import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { control } from '#test/kit/control.ts'
import { withFaults } from '#test/kit/faults.ts'
import { inbox } from '#test/kit/inbox.ts'
import { aSignUp } from '#test/kit/people.ts'
import { poll } from '#test/kit/poll.ts'

/** Queues one email by signing up. Returns its address. */
const queueEmail = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  return body.email
}

const countDeadLetters = async () => (await control('GET', 'dead-letters', z.array(z.unknown()))).length

describe('deliver-email', () => {
  test('sends an email as plain text and HTML, with its link in both', async () => {
    const [email] = await inbox.waitForCount(await queueEmail(), 1)
    const link = email?.links[0] ?? 'no link'
    expect(email?.text).toContain(link)
    expect(email?.html).toContain(link.replaceAll('&', '&amp;'))
  })

  test('sends an email once after SES has rejected it twice', async () => {
    const emails = await withFaults(
      [{ service: 'ses', action: 'SendEmail', error: 'ServiceUnavailable', times: 2 }],
      async () => inbox.waitForCount(await queueEmail(), 1),
    )
    expect(emails).toHaveLength(1)
  })

  test('sends an email once when the stream delivers it twice', async () => {
    const address = await withFaults(
      [{ service: 'lambda', action: 'deliver-email', dropResponse: true, times: 1 }],
      async () => {
        const first = await queueEmail()
        await inbox.waitForCount(first, 1)
        return first
      },
    )
    // The stream keeps its order: once the second email has arrived, the first was delivered again.
    await inbox.waitForCount(await queueEmail(), 1)
    expect(await inbox.for(address)).toHaveLength(1)
  })

  test('moves an email that cannot be sent to the dead-letter queue and sends the next ones', async () => {
    // The stream keeps its order: once this email has arrived, no email of an earlier test is waiting.
    await inbox.waitForCount(await queueEmail(), 1)
    const before = await countDeadLetters()
    const undeliverable = await withFaults(
      [{ service: 'ses', action: 'SendEmail', error: 'MessageRejected' }],
      async () => {
        const address = await queueEmail()
        await poll('the dead letter', async () => ((await countDeadLetters()) > before ? true : undefined))
        return address
      },
    )
    await inbox.waitForCount(await queueEmail(), 1)
    expect(await inbox.for(undeliverable)).toEqual([])
  })
})
