import type { Template } from 'aws-cdk-lib/assertions'
import type { FunctionDefinition } from '#platform/function.ts'
import { resourcesOf } from './synthesized.ts'

interface Statement {
  readonly Action: string | string[]
  readonly Resource: unknown
}

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

const resourceNames: readonly [RegExp, string][] = [
  [/^\*$/, 'anything'],
  [/Table\w*Arn\w*"?.*\/index\/gsi1/, 'gsi1'],
  [/Table\w*Arn\w*"?.*\/index\/gsi2/, 'gsi2'],
  [/FnGetAttTable\w*StreamArn/, 'stream'],
  [/FnGetAttTable\w*Arn/, 'table'],
  [/FnGetAttUserPool\w*Arn/, 'user pool'],
  [/FnGetAttLibrary\w*Arn.*"\/library\/\*"/, 'library files'],
  [/FnGetAttLibrary\w*Arn.*"\/quarantine\/\*"/, 'uploads'],
  [/FnGetAttSite\w*Arn.*"\/assets\/\*"/, 'site assets'],
  [/FnGetAttSite\w*Arn.*"\/releases\/\*"/, 'site releases'],
  [/FnGetAttSite\w*Arn/, 'site'],
  [/Refstripesecretkey/, 'stripe key'],
  [/Refstripewebhooksecret/, 'stripe webhook secrets'],
  [/Refguestkeysecret/, 'guest key secret'],
  [/Refsecondfactorkey/, 'second factor key'],
  [/Refchatidentitykey/, 'chat identity key'],
  [/Refchatwebhooksecret/, 'chat webhook secrets'],
  [/Refchatapiaccess/, 'chat API access'],
  [/:identity\/[a-z.-]+"/, 'identity of the domain'],
  [/:identity\/[a-z]+@[a-z.-]+"/, 'identity of the sender'],
  [/:configuration-set\/[a-z-]+"/, 'configuration set'],
  [/logs\w*","Arn"/, 'own log'],
  [/FailedRecords\w*","Arn".*"\/aws\/lambda\/\*"/, 'own failed records'],
  [/FailedRecords\w*","Arn"/, 'own bucket'],
  [/UndeliveredEvents\w*","Arn"/, 'undelivered events'],
]

/** Names a resource of a policy. Returns an unknown resource unchanged. */
const nameOf = (resource: unknown): string => {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource)
  return resourceNames.find(([pattern]) => pattern.test(text))?.[1] ?? text
}

/** Returns the grants of a function's role, as `action on resource`. */
export const grantsOf = (template: Template, roleId: string): string[] =>
  resourcesOf(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => JSON.stringify(Properties['Roles']) === JSON.stringify([{ Ref: roleId }]))
    .flatMap(([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
    .flatMap(({ Action, Resource }) =>
      listOf(Action).flatMap((action) =>
        listOf(Resource).map((resource) => `${action} on ${nameOf(resource)}`),
      ),
    )
    .toSorted()

const chatSecrets = {
  identity: 'chat identity key',
  webhook: 'chat webhook secrets',
  api: 'chat API access',
} as const

const siteFileGrants = {
  ListBucket: ['s3:ListBucket on site'],
  GetObject: ['s3:GetObject on site releases'],
  DeleteObject: ['s3:DeleteObject on site assets', 's3:DeleteObject on site releases'],
} as const

const always = [
  'xray:PutTelemetryRecords on anything',
  'xray:PutTraceSegments on anything',
  'logs:CreateLogStream on own log',
  'logs:PutLogEvents on own log',
]

const streamGrants = [
  'dynamodb:ListStreams on anything',
  'dynamodb:DescribeStream on stream',
  'dynamodb:GetRecords on stream',
  'dynamodb:GetShardIterator on stream',
  's3:PutObject on own failed records',
  's3:ListBucket on own bucket',
]

/** Returns the grants that a function's permissions imply, in the same form. */
export const grantsFor = ({ permissions, source }: FunctionDefinition): string[] =>
  [
    ...always,
    ...('stream' in source ? streamGrants : []),
    ...('emailEvents' in source ? ['sqs:SendMessage on undelivered events'] : []),
    ...(permissions.table ?? []).flatMap((action) =>
      action === 'QueryIndex'
        ? ['dynamodb:Query on gsi1', 'dynamodb:Query on gsi2']
        : [`dynamodb:${action} on table`],
    ),
    ...(permissions.userPool ?? []).map((action) => `cognito-idp:${action} on user pool`),
    ...(permissions.files ?? []).map((action) => `s3:${action} on library files`),
    ...(permissions.quarantine ?? []).map((action) => `s3:${action} on uploads`),
    ...(permissions.siteFiles ?? []).flatMap((action) => siteFileGrants[action]),
    ...(permissions.email ?? []).flatMap((action) => [
      `ses:${action} on identity of the domain`,
      `ses:${action} on identity of the sender`,
      `ses:${action} on configuration set`,
    ]),
    ...(permissions.guestKeys ? ['secretsmanager:GetSecretValue on guest key secret'] : []),
    ...(permissions.secondFactorKey ? ['secretsmanager:GetSecretValue on second factor key'] : []),
    ...(permissions.chat ?? []).map((secret) => `secretsmanager:GetSecretValue on ${chatSecrets[secret]}`),
    ...(permissions.stripe ?? []).map(
      (secret) =>
        `secretsmanager:GetSecretValue on ${secret === 'api' ? 'stripe key' : 'stripe webhook secrets'}`,
    ),
  ].toSorted()
