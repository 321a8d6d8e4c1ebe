import { SendEmailCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAllowed } from './iam.ts'
import type { Identity } from '../types.ts'
import { accountId, clientOptions, createRole, region, startTestCloud, type TestCloud } from './test-kit.ts'

const identityArn = `arn:aws:ses:${region}:${accountId}:identity/site.example`
const secretArn = `arn:aws:secretsmanager:${region}:${accountId}:secret:payments-AbCdEf`

let cloud: TestCloud

beforeAll(async () => {
  cloud = await startTestCloud()
})

beforeEach(() => {
  cloud.clock.reset()
  cloud.faults.clear()
  cloud.aws.reset()
  cloud.aws.clearCalls()
})

afterAll(() => cloud.aws.close())

const mailFrom = (Source: string) =>
  new SendEmailCommand({
    Source,
    Destination: { ToAddresses: ['pat@tenant.example'] },
    ReplyToAddresses: ['help@site.example'],
    Message: {
      Subject: { Data: 'Confirm & join' },
      Body: {
        Text: {
          Data: 'Open https://site.example/auth/verify?token=a&type=signup. Or https://site.example/help',
        },
        Html: {
          Data: '<a href="https://site.example/auth/verify?token=a&amp;type=signup">Open</a><a href="mailto:x@y.example">x</a>',
        },
      },
    },
  })
const sesOf = (identity: Identity) => new SESClient(clientOptions(cloud, identity))

test('a mail is kept with its links, at the time of the movable clock', async () => {
  cloud.clock.set(new Date('2031-05-06T07:08:09Z'))
  const ses = sesOf(createRole(cloud.aws, 'ses:SendEmail', identityArn))
  const { MessageId } = await ses.send(mailFrom('Advice <hello@site.example>'))
  expect(cloud.aws.mails()).toEqual([
    {
      id: MessageId,
      to: 'pat@tenant.example',
      from: 'Advice <hello@site.example>',
      replyTo: 'help@site.example',
      subject: 'Confirm & join',
      text: expect.stringContaining('Open https'),
      html: expect.stringContaining('<a href'),
      links: ['https://site.example/auth/verify?token=a&type=signup', 'https://site.example/help'],
      sentAt: expect.stringMatching(/^2031-05-06T07:08:/),
    },
  ])
  expect(cloud.aws.calls()).toMatchObject([
    { service: 'ses', action: 'SendEmail', resource: identityArn, status: 200 },
  ])
})

test('a mail is refused from an unverified sender, without the right, and in a raw form', async () => {
  const { operator } = cloud.aws
  await expect(sesOf(operator).send(mailFrom('x@else.example'))).rejects.toMatchObject({
    name: 'MessageRejected',
  })
  const denied = sesOf(createRole(cloud.aws, 'ses:SendRawEmail', '*')).send(mailFrom('x@site.example'))
  await expect(denied).rejects.toMatchObject({ name: 'AccessDenied' })
  const raw = sesOf(operator).send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('x') } }))
  await expect(raw).rejects.toMatchObject({ message: expect.stringContaining('SendRawEmail') })
  await expect(
    sesOf({ ...operator, secretAccessKey: 'x' }).send(mailFrom('x@site.example')),
  ).rejects.toMatchObject({
    name: 'SignatureDoesNotMatch',
  })
  expect(cloud.aws.mails()).toEqual([])
})

test('a fault makes sending fail as SES does', async () => {
  cloud.faults.set([{ service: 'ses', action: 'SendEmail', error: 'Throttling', times: 1 }])
  const ses = sesOf(cloud.aws.operator)
  await expect(ses.send(mailFrom('x@site.example'))).rejects.toMatchObject({ name: 'Throttling' })
  await ses.send(mailFrom('x@site.example'))
  expect(cloud.aws.mails()).toHaveLength(1)
})

test('a function reads by its token only the secret that its role allows', async () => {
  const ask = (token: string, id: string) =>
    fetch(`http://localhost:${cloud.aws.secretsPort}/secretsmanager/get?secretId=${encodeURIComponent(id)}`, {
      headers: token ? { 'X-Aws-Parameters-Secrets-Token': token } : {},
    })
  const role = createRole(cloud.aws, 'secretsmanager:GetSecretValue', secretArn)
  for (const id of [secretArn, 'payments']) {
    expect(await (await ask(role.sessionToken, id)).json()).toMatchObject({
      ARN: secretArn,
      Name: 'payments',
      SecretString: 'sk_local',
    })
  }
  expect((await ask('', secretArn)).status).toBe(401)
  expect((await ask(cloud.aws.operator.sessionToken, 'unknown')).status).toBe(400)
  const other = createRole(cloud.aws, 'secretsmanager:GetSecretValue', `${secretArn}-other`)
  const denied = await ask(other.sessionToken, secretArn)
  expect([denied.status, await denied.json()]).toEqual([
    400,
    expect.objectContaining({ Code: 'AccessDeniedException' }),
  ])
  expect(cloud.aws.calls().map(({ allowed }) => allowed)).toEqual([true, true, true, false])
})

test('admin calls to a user pool need the right; the calls of browsers need no signature', async () => {
  const cognito = (identity: Identity) => new CognitoIdentityProviderClient(clientOptions(cloud, identity))
  const getUser = new AdminGetUserCommand({ UserPoolId: 'pool_1', Username: 'x' })
  const resource = `arn:aws:cognito-idp:${region}:${accountId}:userpool/pool_1`
  await cognito(createRole(cloud.aws, 'cognito-idp:AdminGetUser', resource)).send(getUser)
  const other = cognito(createRole(cloud.aws, 'cognito-idp:AdminGetUser', `${resource}x`)).send(getUser)
  await expect(other).rejects.toMatchObject({ name: 'AccessDeniedException' })
  await cognito(cloud.aws.operator).send(new InitiateAuthCommand({ AuthFlow: 'CUSTOM_AUTH', ClientId: 'c' }))
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

test('a service that it does not play is refused by name', async () => {
  const answer = await fetch(cloud.aws.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
  })
  expect([answer.status, await answer.json()]).toEqual([
    501,
    { __type: 'UnknownOperationException', message: 'The local AWS does not know AmazonSQS.SendMessage' },
  ])
})

test('a deny outweighs an allow, conditions count, and unknown ones stop with their name', () => {
  const allow = { Effect: 'Allow', Action: 'ses:Send*', Resource: '*' } as const
  const permission = {
    service: 'ses',
    action: 'SendEmail',
    resource: 'r',
    context: { 'ses:FromAddress': ['a@b.example'] },
  }
  const like = (pattern: string) => ({ ...allow, Condition: { StringLike: { 'ses:FromAddress': pattern } } })
  expect(isAllowed([allow], permission)).toBe(true)
  expect(isAllowed([allow, { Effect: 'Deny', Action: 'ses:*', Resource: 'r' }], permission)).toBe(false)
  expect(isAllowed([like('*@b.example')], permission)).toBe(true)
  expect(isAllowed([like('*@c.example')], permission)).toBe(false)
  const unknown = { ...allow, Condition: { DateLessThan: { 'aws:CurrentTime': 'x' } } }
  expect(() => isAllowed([unknown], permission)).toThrow('DateLessThan')
})
