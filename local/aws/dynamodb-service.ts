import { AwsError } from './aws-error.ts'
import type { DynamoDbLocal } from './dynamodb.ts'
import type { Permission } from './iam.ts'
import { failJson, parseJsonBody, targetAction } from './json-protocol.ts'
import type { Service } from './service.ts'

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

interface Need {
  readonly action: string
  readonly table: OneTable
}

const single =
  (action: string) =>
  (body: Record<string, unknown>): Need[] => [{ action, table: body }]

/** A transaction needs the action of each of its parts, and none of its own. */
const transaction = (body: Record<string, unknown>): Need[] =>
  ((body['TransactItems'] ?? []) as TransactPart[]).flatMap((part) =>
    Object.entries(part).map(([kind, table]) => {
      const action = partActions[kind]
      if (!action) throw new AwsError('ValidationException', 400, `Unknown part of a transaction: ${kind}`)
      return { action, table }
    }),
  )

/** Batches have actions of their own, on each of their tables. */
const batch =
  (action: string) =>
  (body: Record<string, unknown>): Need[] =>
    Object.keys(body['RequestItems'] ?? {}).map((TableName) => ({ action, table: { TableName } }))

/**
 * What each action needs:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
const needsOf: Readonly<Record<string, (body: Record<string, unknown>) => Need[]>> = {
  ...Object.fromEntries(
    ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'DescribeTable'].map((action) => [
      action,
      single(action),
    ]),
  ),
  TransactWriteItems: transaction,
  TransactGetItems: transaction,
  BatchGetItem: batch('BatchGetItem'),
  BatchWriteItem: batch('BatchWriteItem'),
}

const resourceOf = (table: OneTable, region: string, accountId: string): string => {
  const name = table.TableName ?? ''
  const arn = name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
  return table.IndexName === undefined ? arn : `${arn}/index/${table.IndexName}`
}

/**
 * Keys are never empty, not in a condition either: DynamoDB refuses what its local edition lets pass, such as
 * every sort key that begins with nothing.
 */
const refuseEmptyKeys = (query: {
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

/** DynamoDB's JSON API: checks the role and hands the body on to DynamoDB Local as it is. */
export const createDynamoDbService = (options: {
  dynamodb: DynamoDbLocal
  region: string
  accountId: string
}): Service => ({
  name: 'dynamodb',
  action: (call) => {
    const action = targetAction(call.request)
    if (!needsOf[action]) {
      throw new AwsError('UnknownOperationException', 400, `The local DynamoDB does not know ${action}`)
    }
    return action
  },
  run: async (action, call) => {
    const body = parseJsonBody(call.body)
    const needs = needsOf[action]?.(body) ?? []
    const permissions = needs.map<Permission>((need) => ({
      service: 'dynamodb',
      action: need.action,
      resource: resourceOf(need.table, options.region, options.accountId),
    }))
    call.authorize(permissions)
    refuseEmptyKeys(body)
    const reply = await options.dynamodb.forward(`${target}.${action}`, call.body)
    return {
      status: reply.status,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: reply.body,
    }
  },
  fail: (error) => failJson(error, 'com.amazon.coral.service#', 'application/x-amz-json-1.0'),
})
