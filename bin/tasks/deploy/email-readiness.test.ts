import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emailReadiness } from './email-readiness.ts'

const ses = mockClient(SESv2Client)
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => ses.restore())

beforeEach(() => {
  ses.reset()
  ses.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: 'None', $metadata: {} }))
  ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true })
})

const identity = (EmailIdentity: string, VerifiedForSendingStatus: boolean) =>
  ses.on(GetEmailIdentityCommand, { EmailIdentity }).resolves({ VerifiedForSendingStatus })

const check = () =>
  emailReadiness({ name: 'dev', region: 'eu-west-2', mailFrom: 'help@mail.advice.internal' })

describe('the check of SES before a deployment', () => {
  test('prints a line about the domain and one about the account', async () => {
    identity('mail.advice.internal', true)
    expect(await check()).toEqual([
      'SES has verified mail.advice.internal, the domain of the sender help@mail.advice.internal.',
      'SES sends to all addresses in eu-west-2.',
    ])
  })

  test('warns about a domain that is not verified yet', async () => {
    identity('mail.advice.internal', false)
    expect((await check())[0]).toMatch(/^Warning: mail\.advice\.internal waits for its verification/)
  })

  test.each(['help@mail.advice.internal', 'advice.internal'])(
    'warns that the identity %s does not cover the sender',
    async (name) => {
      identity(name, true)
      expect((await check())[0]).toContain(
        `no identity for mail.advice.internal in eu-west-2. The identity ${name} is not enough.`,
      )
    },
  )

  test.each([
    [{ ProductionAccessEnabled: false, SendingEnabled: true }, /^Warning: SES is in the sandbox/],
    [{ ProductionAccessEnabled: true, SendingEnabled: false }, /^Warning: SES has paused sending/],
  ])('warns about an account with %j', async (account, line) => {
    ses.on(GetAccountCommand).resolves(account)
    expect((await check())[1]).toMatch(line)
  })

  test('warns if it may not ask, and stops nothing', async () => {
    ses.on(GetEmailIdentityCommand).rejects(new Error('not authorized'))
    expect(await check()).toEqual(['Warning: not checked whether SES sends emails of dev: not authorized'])
  })
})
