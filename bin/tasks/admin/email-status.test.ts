import { describe, expect, test } from 'vitest'
import { emailWrite } from '#platform/email/outbox.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { allowEmail, emailStatus } from './email-status.ts'

const now = new Date('2027-03-01T10:00:00Z')
const email = 'nadia@people.example'

const aStoppedAddress = async () => {
  const { table } = inMemory({ now })
  const content = { template: 'already-registered' as const, link: 'https://site.example/auth' }
  await table.transact(emailWrite({ cause: 'welcome:sub_1', to: email, content, now }))
  await emailProblemRepository(table).record({
    email,
    reason: 'bounce',
    detail: 'NoEmail',
    at: now.toISOString(),
  })
  return table
}

describe('email status', () => {
  test('says that emails are stopped and why, and lists the emails without ids and texts', async () => {
    expect(await emailStatus(await aStoppedAddress(), email)).toBe(
      [
        'Emails to nadia@people.example are stopped. Emails to this address bounce (NoEmail, 2027-03-01T10:00:00.000Z).',
        '2027-03-01T10:00:00.000Z  waiting  welcome',
      ].join('\n'),
    )
  })

  test('says that emails are sent after they were allowed, once or twice', async () => {
    const table = await aStoppedAddress()
    const stage = { table, where: 'the stage dev' }
    const bySes =
      /If SES stops them too[^]*delete-suppressed-destination --email-address nadia@people.example/
    expect(await allowEmail(stage, email)).toMatch(bySes)
    // Our record expires, and the entry of SES's list does not.
    const repeated = await allowEmail(stage, email)
    expect(repeated).toContain('are not stopped in the stage dev.')
    expect(repeated).toMatch(bySes)
    expect(await emailStatus(table, email)).toContain('Emails to nadia@people.example are sent.')
  })
})
