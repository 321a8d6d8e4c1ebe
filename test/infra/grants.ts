import type { Template } from 'aws-cdk-lib/assertions'
import type { FunctionDefinition } from '../../services/platform/function.ts'
import { resourcesOf } from './synthesized.ts'

interface Statement {
  readonly Action: string | string[]
  readonly Resource: unknown
}

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

const things: readonly [RegExp, string][] = [
  [/^\*$/, 'anything'],
  [/Table\w*Arn\w*"?.*\/index\/gsi1/, 'gsi1'],
  [/Table\w*Arn\w*"?.*\/index\/gsi2/, 'gsi2'],
  [/FnGetAttTable\w*StreamArn/, 'stream'],
  [/FnGetAttTable\w*Arn/, 'table'],
  [/FnGetAttUserPool\w*Arn/, 'user pool'],
  [/FnGetAttLibrary\w*Arn.*"\/library\/\*"/, 'library files'],
  [/FnGetAttLibrary\w*Arn.*"\/quarantine\/\*"/, 'uploads'],
  [/Refstripesecretkey/, 'stripe key'],
  [/Refstripewebhooksecret/, 'stripe webhook secrets'],
  [/Refguestkeysecret/, 'guest key secret'],
  [/Refchatidentitykey/, 'chat identity key'],
  [/Refchatwebhooksecret/, 'chat webhook secrets'],
  [/:identity\/[a-z.-]+"/, 'mail identity'],
  [/logs\w*","Arn"/, 'own log'],
  [/Parked\w*","Arn"/, 'own queue'],
]

/** A resource of a policy in our own words; what we have no word for stays as it is. */
const thingOf = (resource: unknown): string => {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource)
  return things.find(([pattern]) => pattern.test(text))?.[1] ?? text
}

/** What the role of a function may do, as `action on thing`. */
export const grantsOf = (template: Template, roleId: string): string[] =>
  resourcesOf(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => JSON.stringify(Properties['Roles']) === JSON.stringify([{ Ref: roleId }]))
    .flatMap(([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement)
    .flatMap(({ Action, Resource }) =>
      listOf(Action).flatMap((action) =>
        listOf(Resource).map((resource) => `${action} on ${thingOf(resource)}`),
      ),
    )
    .toSorted()

const always = [
  'xray:PutTelemetryRecords on anything',
  'xray:PutTraceSegments on anything',
  'logs:CreateLogStream on own log',
  'logs:PutLogEvents on own log',
]

const ofStream = [
  'dynamodb:ListStreams on anything',
  'dynamodb:DescribeStream on stream',
  'dynamodb:GetRecords on stream',
  'dynamodb:GetShardIterator on stream',
  'sqs:SendMessage on own queue',
  'sqs:GetQueueAttributes on own queue',
  'sqs:GetQueueUrl on own queue',
]

/** What the needs of a function come to, in the same words. */
export const grantsFor = ({ needs, source }: FunctionDefinition): string[] =>
  [
    ...always,
    ...('stream' in source ? ofStream : []),
    ...(needs.table ?? []).flatMap((action) =>
      action === 'QueryIndex'
        ? ['dynamodb:Query on gsi1', 'dynamodb:Query on gsi2']
        : [`dynamodb:${action} on table`],
    ),
    ...(needs.userPool ?? []).map((action) => `cognito-idp:${action} on user pool`),
    ...(needs.files ?? []).map((action) => `s3:${action} on library files`),
    ...(needs.quarantine ?? []).map((action) => `s3:${action} on uploads`),
    ...(needs.mail ?? []).map((action) => `ses:${action} on mail identity`),
    ...(needs.guestKeys ? ['secretsmanager:GetSecretValue on guest key secret'] : []),
    ...(needs.chat ?? []).map(
      (secret) =>
        `secretsmanager:GetSecretValue on ${secret === 'identity' ? 'chat identity key' : 'chat webhook secrets'}`,
    ),
    ...(needs.stripe ?? []).map(
      (secret) =>
        `secretsmanager:GetSecretValue on ${secret === 'api' ? 'stripe key' : 'stripe webhook secrets'}`,
    ),
  ].toSorted()
