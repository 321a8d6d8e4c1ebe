import { expect, test } from 'vitest'
import * as z from 'zod'
import { signUp } from '../../../shared/contract/identity.ts'
import { callOk } from '../../../test/kit/call.ts'
import { control } from '../../../test/kit/control.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { aSignUp } from '../../../test/kit/people.ts'
import { poll } from '../../../test/kit/poll.ts'

/** Signing up puts one mail into the outbox. */
const mailTo = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  return body.email
}

const parked = async () => (await control('GET', 'parked', z.array(z.unknown()))).length

test('sends a mail in plain text and in HTML, with its link in both', async () => {
  const [mail] = await inbox.waitForCount(await mailTo(), 1)
  const link = mail?.links[0] ?? 'no link'
  expect(mail?.text).toContain(link)
  expect(mail?.html).toContain(link.replaceAll('&', '&amp;'))
})

test('a mail that SES refuses twice goes out the third time, once', async () => {
  const mails = await withFaults(
    [{ service: 'ses', action: 'SendEmail', error: 'ServiceUnavailable', times: 2 }],
    async () => inbox.waitForCount(await mailTo(), 1),
  )
  expect(mails).toHaveLength(1)
})

test('a mail whose delivery is reported twice is sent once', async () => {
  const email = await withFaults(
    [{ service: 'lambda', action: 'deliver-email', dropResponse: true, times: 1 }],
    async () => {
      const first = await mailTo()
      await inbox.waitForCount(first, 1)
      return first
    },
  )
  // The stream keeps its order: once this one has come, the first was brought again.
  await inbox.waitForCount(await mailTo(), 1)
  expect(await inbox.for(email)).toHaveLength(1)
})

test('a mail that can never be sent is parked, and the next ones go out', async () => {
  const before = await parked()
  const stuck = await withFaults(
    [{ service: 'ses', action: 'SendEmail', error: 'MessageRejected' }],
    async () => {
      const email = await mailTo()
      await poll('the mail that is parked', async () => ((await parked()) > before ? true : undefined))
      return email
    },
  )
  await inbox.waitForCount(await mailTo(), 1)
  expect(await inbox.for(stuck)).toEqual([])
})
