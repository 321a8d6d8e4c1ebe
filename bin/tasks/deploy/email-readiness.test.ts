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

const prod = {
  name: 'prod',
  region: 'eu-west-2',
  mailFrom: 'help@mail.advice.internal',
  emailsFromSandbox: false,
}
const dev = { ...prod, name: 'dev', emailsFromSandbox: true }

describe('the check of SES before a deployment', () => {
  test('prints a line about the domain and one about the account', async () => {
    identity('mail.advice.internal', true)
    expect(await emailReadiness(prod)).toEqual([
      'SES has verified mail.advice.internal for the sender help@mail.advice.internal.',
      'SES sends to all addresses in eu-west-2.',
    ])
  })

  test.each([prod, dev])('warns about a domain of $name that is not verified yet', async (stage) => {
    identity('mail.advice.internal', false)
    expect((await emailReadiness(stage))[0]).toMatch(
      /^Warning: mail\.advice\.internal waits for its verification/,
    )
  })

  test.each([prod, dev])('accepts the address of the sender in $name', async (stage) => {
    identity('mail.advice.internal', false)
    identity('help@mail.advice.internal', true)
    expect((await emailReadiness(stage))[0]).toBe('SES has verified help@mail.advice.internal, the sender.')
  })

  test('accepts a parent domain in dev, whose functions may use every identity', async () => {
    identity('advice.internal', true)
    expect((await emailReadiness(dev))[0]).toBe(
      'SES has verified advice.internal for the sender help@mail.advice.internal.',
    )
  })

  test('warns that a parent domain is not enough in prod', async () => {
    identity('advice.internal', true)
    expect((await emailReadiness(prod))[0]).toBe(
      'Warning: SES has no identity for mail.advice.internal in eu-west-2: verify it. Until then, no email is sent. Functions of prod may not use the identity advice.internal.',
    )
  })

  test('asks for a sender instead of the verification of a sample address', async () => {
    expect((await emailReadiness({ ...dev, mailFrom: 'help@advice.example' }))[0]).toBe(
      'Warning: the sender help@advice.example is a sample address, so no email is sent: set mailFrom in stages/dev.json.',
    )
  })

  test.each([prod, dev])('warns if $name has no identity', async (stage) => {
    expect((await emailReadiness(stage))[0]).toBe(
      'Warning: SES has no identity for mail.advice.internal in eu-west-2: verify it. Until then, no email is sent.',
    )
  })

  test.each([
    [{ ProductionAccessEnabled: false, SendingEnabled: true }, /^Warning: SES is in the sandbox/],
    [{ ProductionAccessEnabled: true, SendingEnabled: false }, /^Warning: SES has paused sending/],
  ])('warns about an account with %j', async (account, line) => {
    ses.on(GetAccountCommand).resolves(account)
    expect((await emailReadiness(dev))[1]).toMatch(line)
  })

  test('warns if it may not ask, and stops nothing', async () => {
    ses.on(GetEmailIdentityCommand).rejects(new Error('not authorized'))
    expect(await emailReadiness(dev)).toEqual([
      'Warning: could not check whether SES sends emails for dev: not authorized',
    ])
  })
})
