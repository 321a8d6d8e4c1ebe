import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAllowed } from '../iam/policies.ts'
import type { Identity } from '#local/emulator/protocol/identity.ts'
import {
  accountId,
  clientOptions,
  createRole,
  region,
  startTestEndpoint,
  type TestEndpoint,
} from './test-kit.ts'

const identityArn = `arn:aws:ses:${region}:${accountId}:identity/site.example`
const secretArn = `arn:aws:secretsmanager:${region}:${accountId}:secret:payments-AbCdEf`

let cloud: TestEndpoint

beforeAll(async () => {
  cloud = await startTestEndpoint()
})

beforeEach(() => {
  cloud.clock.reset()
  cloud.faults.clear()
  cloud.aws.reset()
  cloud.aws.clearCalls()
})

afterAll(() => cloud.aws.close())

interface Changes {
  readonly to?: string
  readonly replyTo?: string
  readonly header?: { readonly Name: string; readonly Value: string }
}

const emailFrom = (FromEmailAddress: string, { to, replyTo, header }: Changes = {}) =>
  new SendEmailCommand({
    FromEmailAddress,
    Destination: { ToAddresses: [to ?? 'pat@inbox.example'] },
    ReplyToAddresses: [replyTo ?? 'help@site.example'],
    Content: {
      Simple: {
        Subject: { Data: 'Confirm & join' },
        Headers: [header ?? { Name: 'List-Unsubscribe', Value: '<https://site.example/stop>' }],
        Body: {
          Text: {
            Data: 'Open https://site.example/confirm?token=a&type=new. Or https://site.example/help',
          },
          Html: {
            Data: '<a href="https://site.example/confirm?token=a&amp;type=new">Open</a><a href="mailto:x@y.example">x</a>',
          },
        },
      },
    },
  })
const sesOf = (identity: Identity) => new SESv2Client(clientOptions(cloud, identity))

describe('AWS endpoint', () => {
  test('captures an email with its links, at the time of the movable clock', async () => {
    cloud.clock.set(new Date('2031-05-06T07:08:09Z'))
    const ses = sesOf(createRole(cloud.aws, 'ses:SendEmail', identityArn))
    const { MessageId } = await ses.send(emailFrom('Shop <hello@site.example>'))
    expect(cloud.aws.emails()).toEqual([
      {
        id: MessageId,
        to: 'pat@inbox.example',
        from: 'Shop <hello@site.example>',
        replyTo: 'help@site.example',
        subject: 'Confirm & join',
        headers: { 'List-Unsubscribe': '<https://site.example/stop>' },
        text: expect.stringContaining('Open https'),
        html: expect.stringContaining('<a href'),
        links: ['https://site.example/confirm?token=a&type=new', 'https://site.example/help'],
        sentAt: expect.stringMatching(/^2031-05-06T07:08:/),
      },
    ])
    expect(cloud.aws.calls()).toMatchObject([
      { service: 'ses', action: 'SendEmail', resource: identityArn, status: 200 },
    ])
  })

  test.each([
    { what: 'a sender', from: 'Büro <hello@site.example>' },
    { what: 'a recipient', to: 'josé@inbox.example' },
    { what: 'an address for replies', replyTo: 'help@büro.example' },
    { what: 'a header', header: { Name: 'List-Unsubscribe', Value: '<https://site.example/stöp>' } },
  ])('rejects $what with other characters than ASCII, as SES does', async ({ from, ...changes }) => {
    const ses = sesOf(cloud.aws.operator)
    await expect(ses.send(emailFrom(from ?? 'x@site.example', changes))).rejects.toMatchObject({
      name: 'BadRequestException',
    })
    expect(cloud.aws.emails()).toEqual([])
  })

  test('accepts headers up to the length that SES accepts', async () => {
    const ses = sesOf(cloud.aws.operator)
    const send = (length: number) =>
      ses.send(emailFrom('x@site.example', { header: { Name: 'X-Note', Value: 'n'.repeat(length) } }))
    await send(870)
    await expect(send(871)).rejects.toMatchObject({ name: 'BadRequestException' })
  })

  test('rejects an unverified sender, a missing permission and a raw email', async () => {
    const { operator } = cloud.aws
    await expect(sesOf(operator).send(emailFrom('x@else.example'))).rejects.toMatchObject({
      name: 'MessageRejected',
    })
    const denied = sesOf(createRole(cloud.aws, 'ses:SendRawEmail', '*')).send(emailFrom('x@site.example'))
    await expect(denied).rejects.toMatchObject({ name: 'AccessDeniedException' })
    const raw = sesOf(operator).send(
      new SendEmailCommand({
        FromEmailAddress: 'x@site.example',
        Content: { Raw: { Data: Buffer.from('x') } },
      }),
    )
    await expect(raw).rejects.toMatchObject({ name: 'BadRequestException' })
    await expect(
      sesOf({ ...operator, secretAccessKey: 'x' }).send(emailFrom('x@site.example')),
    ).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    })
    expect(cloud.aws.emails()).toEqual([])
  })

  test('fails to send with SES’s error when a fault is set', async () => {
    cloud.faults.set([{ service: 'ses', action: 'SendEmail', error: 'Throttling', times: 1 }])
    const ses = sesOf(cloud.aws.operator)
    await expect(ses.send(emailFrom('x@site.example'))).rejects.toMatchObject({ name: 'Throttling' })
    await ses.send(emailFrom('x@site.example'))
    expect(cloud.aws.emails()).toHaveLength(1)
  })

  test('returns to a function only the secret that its role allows', async () => {
    const requestSecret = (token: string, id: string) =>
      fetch(
        `http://localhost:${cloud.aws.secretsPort}/secretsmanager/get?secretId=${encodeURIComponent(id)}`,
        {
          headers: token ? { 'X-Aws-Parameters-Secrets-Token': token } : {},
        },
      )
    const role = createRole(cloud.aws, 'secretsmanager:GetSecretValue', secretArn)
    for (const id of [secretArn, 'payments']) {
      expect(await (await requestSecret(role.sessionToken, id)).json()).toMatchObject({
        ARN: secretArn,
        Name: 'payments',
        SecretString: 'sk_local',
      })
    }
    expect((await requestSecret('', secretArn)).status).toBe(401)
    expect((await requestSecret(cloud.aws.operator.sessionToken, 'unknown')).status).toBe(400)
    const other = createRole(cloud.aws, 'secretsmanager:GetSecretValue', `${secretArn}-other`)
    const denied = await requestSecret(other.sessionToken, secretArn)
    expect([denied.status, await denied.json()]).toEqual([
      400,
      expect.objectContaining({ Code: 'AccessDeniedException' }),
    ])
    expect(cloud.aws.calls().map(({ allowed }) => allowed)).toEqual([true, true, true, false])
  })

  test('requires permissions for admin calls to a user pool, and no signature for browser calls', async () => {
    const cognito = (identity: Identity) => new CognitoIdentityProviderClient(clientOptions(cloud, identity))
    const getUser = new AdminGetUserCommand({ UserPoolId: 'pool_1', Username: 'x' })
    const resource = `arn:aws:cognito-idp:${region}:${accountId}:userpool/pool_1`
    await cognito(createRole(cloud.aws, 'cognito-idp:AdminGetUser', resource)).send(getUser)
    const other = cognito(createRole(cloud.aws, 'cognito-idp:AdminGetUser', `${resource}x`)).send(getUser)
    await expect(other).rejects.toMatchObject({ name: 'AccessDeniedException' })
    await cognito(cloud.aws.operator).send(
      new InitiateAuthCommand({ AuthFlow: 'CUSTOM_AUTH', ClientId: 'c' }),
    )
    const unsigned = (action: string) =>
      fetch(cloud.aws.url, {
        method: 'POST',
        headers: {
          'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
          origin: 'http://localhost:3000',
        },
        body: '{}',
      })
    const browser = await unsigned('InitiateAuth')
    expect(await browser.json()).toEqual({ action: 'InitiateAuth' })
    expect(browser.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect((await unsigned('AdminGetUser')).status).toBe(400)
    expect(await (await fetch(`${cloud.aws.url}/pool_1/.well-known/jwks.json`)).json()).toEqual({
      keys: [{ kid: 'pool_1' }],
    })
  })

  test('rejects an unsupported service with its name', async () => {
    const response = await fetch(cloud.aws.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
    })
    expect([response.status, await response.json()]).toEqual([
      501,
      {
        __type: 'UnknownOperationException',
        message: 'The local AWS does not support AmazonSQS.SendMessage',
      },
    ])
  })

  test('applies deny before allow, checks conditions, and rejects unsupported ones with their name', () => {
    const allow = { Effect: 'Allow', Action: 'ses:Send*', Resource: '*' } as const
    const permission = {
      service: 'ses',
      action: 'SendEmail',
      resource: 'r',
      context: { 'ses:FromAddress': ['a@b.example'] },
    }
    const like = (pattern: string) => ({
      ...allow,
      Condition: { StringLike: { 'ses:FromAddress': pattern } },
    })
    expect(isAllowed([allow], permission)).toBe(true)
    expect(isAllowed([allow, { Effect: 'Deny', Action: 'ses:*', Resource: 'r' }], permission)).toBe(false)
    expect(isAllowed([like('*@b.example')], permission)).toBe(true)
    expect(isAllowed([like('*@c.example')], permission)).toBe(false)
    const unknown = { ...allow, Condition: { DateLessThan: { 'aws:CurrentTime': 'x' } } }
    expect(() => isAllowed([unknown], permission)).toThrow('DateLessThan')
  })
})
