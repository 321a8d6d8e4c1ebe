import { AwsError } from '../protocol/aws-error.ts'
import { backupActions } from './backups.ts'
import { createConflicts } from './conflicts.ts'
import type { DynamoDbLocal } from './dynamodb.ts'
import type { Permission } from '../protocol/identity.ts'
import { failJson, parseJsonBody, targetAction } from '../protocol/json-protocol.ts'
import type { Service } from '../protocol/service.ts'
import { tagActions } from './tags.ts'

const target = 'DynamoDB_20120810'

interface OneTable {
  readonly TableName?: string
  readonly IndexName?: string
}

type TransactPart = Readonly<Record<string, OneTable>>

const partActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

interface RequiredAction {
  readonly action: string
  readonly table: OneTable
}

const single =
  (action: string) =>
  (body: Record<string, unknown>): RequiredAction[] => [{ action, table: body }]

/** A transaction requires only the actions of its parts. */
const transaction = (body: Record<string, unknown>): RequiredAction[] =>
  ((body['TransactItems'] ?? []) as TransactPart[]).flatMap((part) =>
    Object.entries(part).map(([kind, table]) => {
      const action = partActions[kind]
      if (!action) throw new AwsError('ValidationException', 400, `Unknown part of a transaction: ${kind}`)
      return { action, table }
    }),
  )

/** Returns the permission that an action on tags requires. Its body names the table by its ARN. */
const tagging =
  (action: string) =>
  ({ ResourceArn }: Record<string, unknown>): RequiredAction[] => [
    { action, table: { TableName: String(ResourceArn) } },
  ]

/** Batches have their own actions, one permission per table. */
const batch =
  (action: string) =>
  (body: Record<string, unknown>): RequiredAction[] =>
    Object.keys(body['RequestItems'] ?? {}).map((TableName) => ({ action, table: { TableName } }))

/** Actions on one table. Operators use the actions after `Scan`. */
const simpleActions = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'DescribeTable',
  'UpdateTable',
  'DeleteTable',
  'DescribeTimeToLive',
  'UpdateTimeToLive',
  'DescribeContinuousBackups',
  'UpdateContinuousBackups',
  'RestoreTableToPointInTime',
]

/**
 * The permissions that each action requires:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
const requiredActionsOf: Readonly<Record<string, (body: Record<string, unknown>) => RequiredAction[]>> = {
  ...Object.fromEntries(simpleActions.map((action) => [action, single(action)])),
  TransactWriteItems: transaction,
  TransactGetItems: transaction,
  BatchGetItem: batch('BatchGetItem'),
  BatchWriteItem: batch('BatchWriteItem'),
  TagResource: tagging('TagResource'),
  ListTagsOfResource: tagging('ListTagsOfResource'),
}

const resourceOf = (table: OneTable, region: string, accountId: string): string => {
  const name = table.TableName ?? ''
  const arn = name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
  return table.IndexName === undefined ? arn : `${arn}/index/${table.IndexName}`
}

/**
 * Rejects empty key values in conditions, such as an empty sort key prefix. DynamoDB rejects them, but
 * DynamoDB Local accepts them.
 */
const rejectEmptyKeys = (query: {
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>
}): void => {
  const condition = query.KeyConditionExpression ?? ''
  const values = Object.entries(query.ExpressionAttributeValues ?? {})
  const named = new Set(condition.match(/:\w+/g))
  if (values.some(([name, value]) => value.S === '' && named.has(name)))
    throw new AwsError(
      'ValidationException',
      400,
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.',
    )
}

/** Creates DynamoDB's JSON API. Checks the role and forwards the body unchanged to DynamoDB Local. */
export const createDynamoDbService = (options: {
  dynamodb: DynamoDbLocal
  region: string
  accountId: string
}): Service => {
  const own = new Map([...backupActions(options.dynamodb), ...tagActions()])
  const guardWrite = createConflicts()
  return {
    name: 'dynamodb',
    action: (call) => {
      const action = targetAction(call.request)
      if (!requiredActionsOf[action]) {
        throw new AwsError('UnknownOperationException', 400, `The local DynamoDB does not support ${action}`)
      }
      return action
    },
    run: async (action, call) => {
      const body = parseJsonBody(call.body)
      const actions = requiredActionsOf[action]?.(body) ?? []
      const permissions = actions.map<Permission>((part) => ({
        service: 'dynamodb',
        action: part.action,
        resource: resourceOf(part.table, options.region, options.accountId),
      }))
      call.authorize(permissions)
      rejectEmptyKeys(body)
      const run = own.get(action)
      const { status, body: reply } = run
        ? { status: 200, body: JSON.stringify(await run(body)) }
        : await guardWrite(action, body, () => options.dynamodb.forward(`${target}.${action}`, call.body))
      return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: reply }
    },
    fail: (error) => failJson(error, 'com.amazon.coral.service#', 'application/x-amz-json-1.0'),
  }
}
