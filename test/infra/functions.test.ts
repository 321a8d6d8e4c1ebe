import { Match } from 'aws-cdk-lib/assertions'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import { variablesFor } from '#platform/env.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { operations } from '#shared/contract/index.ts'
import { isPublic } from '#shared/contract/operation.ts'
import { grantsFor, grantsOf } from './grants.ts'
import { resourcesOf, templatesOf, type Resource } from './synthesized.ts'

const templates = templatesOf('prod')

const functionNamed = (name: string) => {
  for (const template of [
    templates.identity,
    templates.api,
    templates.members,
    templates.admin,
    templates.operations,
  ]) {
    const found = resourcesOf(template, 'AWS::Lambda::Function').find(
      ([, { Properties }]) => Properties['FunctionName'] === `advice-prod-${name}`,
    )
    if (found) return { template, id: found[0], properties: found[1].Properties }
  }
  throw new Error(`${name} is not deployed`)
}

const roleOf = ({ properties }: { properties: Resource['Properties'] }): string =>
  (properties['Role'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]

const routes = () =>
  [templates.api, templates.members, templates.admin].flatMap((template) =>
    resourcesOf(template, 'AWS::ApiGatewayV2::Route'),
  )

const routesOf = (key: string) => routes().filter(([, { Properties }]) => Properties['RouteKey'] === key)

test('every function.ts is deployed and has a handler', () => {
  const folders = readdirSync(join(projectRoot, 'services'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/function.ts') && file !== 'platform/function.ts')
    .map((file) => `services/${file.slice(0, -'/function.ts'.length)}`)
  expect(functions.map(({ folder }) => folder).toSorted(), 'add a new function to lib/functions.ts').toEqual(
    folders.toSorted(),
  )
  expect(functions.filter(({ folder }) => !existsSync(join(projectRoot, folder, 'handler.ts')))).toEqual([])
})

test('lib/functions.ts lists the functions in order of folders', () => {
  const folders = functions.map(({ folder }) => folder)
  expect(folders).toEqual(folders.toSorted())
})

test('operations and functions match one to one, by name', () => {
  const ofOperations = functions.flatMap(({ name, source }) =>
    'operation' in source ? [{ name, operation: source.operation.name }] : [],
  )
  expect(ofOperations.filter(({ name, operation }) => name !== operation)).toEqual([])
  expect(
    ofOperations.map(({ name }) => name).toSorted(),
    'add the contract file to shared/contract/index.ts, or the function to lib/functions.ts',
  ).toEqual(operations.map(({ name }) => name).toSorted())
})

/** Operations that count only their calls to Stripe, so that other requests write nothing. */
const limitedByHandler = ['check-subscription']

test('every operation that calls Stripe has a rate limit: all of them share that of Stripe', () => {
  const unlimited = functions.flatMap(({ name, source, permissions }) =>
    'operation' in source && permissions.stripe?.includes('api') && source.operation.limits.length === 0
      ? [name]
      : [],
  )
  expect(unlimited).toEqual(limitedByHandler)
})

test('every function has its own role and name', () => {
  const roles = functions.map(({ name }) => roleOf(functionNamed(name)))
  expect(new Set(roles).size).toBe(functions.length)
  expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length)
})

test.each(functions)('the role of $name grants exactly its permissions', (definition) => {
  const deployed = functionNamed(definition.name)
  const grants = grantsOf(deployed.template, roleOf(deployed))
  expect(grants).toEqual(grantsFor(definition))
  expect(grants.filter((grant) => /^\S*\*/.test(grant))).toEqual([])
})

test.each(functions)(
  'the environment of $name has exactly the variables of its permissions',
  ({ name, permissions }) => {
    const { Variables } = functionNamed(name).properties['Environment'] as {
      Variables: Record<string, unknown>
    }
    expect(Object.keys(Variables).toSorted()).toEqual(variablesFor(permissions).toSorted())
  },
)

/** Scheduled functions that change nothing, so that a second run at the same time does no harm. */
const readingOnly = ['check-closed-dates', 'check-prices', 'check-webhook-endpoint']

test('every scheduled function that changes anything runs once at a time', () => {
  const overlapping = functions.flatMap(({ name, source, reservedConcurrency }) =>
    'schedule' in source && reservedConcurrency !== 1 ? [name] : [],
  )
  expect(overlapping.toSorted()).toEqual(readingOnly)
})

test('developers, workflows and Lambda use the same version of Node.js', () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
  const version = read('.nvmrc').trim()
  expect(functionNamed('get-access').properties['Runtime']).toBe(`nodejs${version}.x`)
  expect(read('README.md')).toContain(`Node.js ${version}, the version that Lambda runs`)
  for (const workflow of readdirSync(join(projectRoot, '.github', 'workflows')))
    expect(read(join('.github', 'workflows', workflow))).toContain('node-version-file: .nvmrc')
})

test.each(functions)(
  '$name has the runtime settings of its definition',
  ({ name, timeoutSeconds, memoryMb, permissions }) => {
    const { properties } = functionNamed(name)
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: timeoutSeconds,
      MemorySize: memoryMb,
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogFormat: 'JSON' },
    })
    expect(Array.isArray(properties['Layers'])).toBe(
      permissions.stripe !== undefined ||
        permissions.guestKeys !== undefined ||
        permissions.secondFactorKey !== undefined ||
        (permissions.chat ?? []).length > 0,
    )
  },
)

/** Longest timeout in seconds: API Gateway waits for 30, Cognito for 5, and Lambda itself for 900. */
const longestTimeout = ({ source }: FunctionDefinition): number => {
  if ('operation' in source || 'routes' in source) return 29
  return 'userPoolTrigger' in source ? 5 : 900
}

test('every function ends before its caller gives up', () => {
  const late = functions.filter((definition) => definition.timeoutSeconds > longestTimeout(definition))
  expect(late.map(({ name, timeoutSeconds }) => `${name}: ${timeoutSeconds} s`)).toEqual([])
})

test.each(functions)('the logs of $name are kept for 90 days', ({ name }) => {
  const logs = resourcesOf(functionNamed(name).template, 'AWS::Logs::LogGroup').map(
    ([, log]) => log.Properties,
  )
  expect(logs).toContainEqual(
    expect.objectContaining({ LogGroupName: `/aws/lambda/advice-prod-${name}`, RetentionInDays: 90 }),
  )
})

test.each(operations)(
  'the route of $name requires an access token unless the operation is public',
  (operation) => {
    const { name } = operation
    const [route, ...others] = routesOf(`POST /functions/${name}`).map(([, { Properties }]) => Properties)
    expect(others).toEqual([])
    expect(route).toMatchObject(
      isPublic(operation)
        ? { AuthorizationType: 'NONE' }
        : { AuthorizationType: 'JWT', AuthorizationScopes: ['aws.cognito.signin.user.admin'] },
    )
  },
)

test('the routes are exactly those of operations and function definitions', () => {
  const declared = functions.flatMap(({ source }) => {
    if ('operation' in source) return [`POST /functions/${source.operation.name}`]
    return 'routes' in source ? source.routes.map(({ method, path }) => `${method} ${path}`) : []
  })
  const routed = routes().map(([, { Properties }]) => Properties['RouteKey'])
  expect(routed.toSorted()).toEqual(declared.toSorted())
})

test('stream sources are filtered, split failing batches and store failed records', () => {
  const streamFunctions = functions.filter(({ source }) => 'stream' in source)
  templates.operations.resourceCountIs('AWS::Lambda::EventSourceMapping', streamFunctions.length)
  for (const [, { Properties }] of resourcesOf(templates.operations, 'AWS::Lambda::EventSourceMapping')) {
    expect(Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: {
        OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringContaining('FailedRecords'), 'Arn'] } },
      },
    })
  }
  for (const { source } of streamFunctions) {
    if (!('stream' in source)) continue
    const pattern = {
      eventName: source.stream.events,
      dynamodb: { NewImage: { entity: { S: [source.stream.entity] } } },
    }
    templates.operations.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
    })
  }
})

// A third reader would make DynamoDB throttle all of them:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html#Streams.Processing
test('at most two functions read the stream of the table', () => {
  expect(functions.filter(({ source }) => 'stream' in source).length).toBeLessThanOrEqual(2)
})

test('an email invokes its delivery once: its later changes do not', () => {
  const [email] = functions.flatMap(({ name, source }) =>
    name === 'deliver-email' && 'stream' in source ? [source.stream] : [],
  )
  expect(email?.events).toEqual(['INSERT'])
})

test('failed records are private, deleted after a week, and each raises the alarm of its function', () => {
  const { operations } = templates
  const buckets = resourcesOf(operations, 'AWS::S3::Bucket')
  expect(buckets).toHaveLength(functions.filter(({ source }) => 'stream' in source).length)
  for (const [id, { Properties }] of buckets) {
    expect(Properties).toMatchObject({
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 7, Status: 'Enabled' }] },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    })
    operations.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: [{ Ref: id }] } },
      },
      Targets: [{ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('DeadLetters'), 'Arn'] } }],
    })
  }
  const alarms = resourcesOf(operations, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) =>
    String(Properties['AlarmDescription']),
  )
  const streams = functions.flatMap(({ source }) => ('stream' in source ? [source.stream] : []))
  for (const { entity, alarm } of streams)
    expect(alarms).toContainEqual(expect.stringMatching(new RegExp(`kind ${entity} .*Runbook: ${alarm}$`)))
})

test('dead-letter queues are encrypted and have an alarm that sends an email', () => {
  templates.operations.allResourcesProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true })
  templates.operations.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Threshold: 1,
  })
  templates.operations.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'alarms@advice.example',
  })
})

test('every scheduled function logs why it fails, with the cause', () => {
  const silent = functions
    .filter(({ source }) => 'schedule' in source)
    .filter(
      ({ folder }) =>
        !readFileSync(join(projectRoot, folder, 'handler.ts'), 'utf8').includes('handler = scheduled('),
    )
  expect(silent.map(({ name }) => name)).toEqual([])
})
