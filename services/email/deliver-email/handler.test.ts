import { describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { inbox } from '#test/kit/inbox.ts'
import { aSignUp } from '#test/kit/people.ts'

/** Queues one email by signing up. Returns its address. */
const queueEmail = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  return body.email
}

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
})
