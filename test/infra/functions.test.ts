import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../lib/bundle-functions.ts'
import { functions } from '../../lib/functions.ts'
import { variablesFor } from '../../services/platform/env.ts'
import { operations } from '../../shared/contract/index.ts'
import { isOpenToStrangers } from '../../shared/contract/operation.ts'
import { grantsFor, grantsOf } from './grants.ts'
import { resourcesOf, templatesOf, type Resource } from './synthesized.ts'

const templates = templatesOf('prod')

const functionNamed = (name: string) => {
  for (const template of [templates.identity, templates.api, templates.operations]) {
    const found = resourcesOf(template, 'AWS::Lambda::Function').find(
      ([, { Properties }]) => Properties['FunctionName'] === `advice-prod-${name}`,
    )
    if (found) return { template, id: found[0], properties: found[1].Properties }
  }
  throw new Error(`${name} is not deployed`)
}

const roleOf = ({ properties }: { properties: Resource['Properties'] }): string =>
  (properties['Role'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]

const routesOf = (key: string) =>
  resourcesOf(templates.api, 'AWS::ApiGatewayV2::Route').filter(
    ([, { Properties }]) => Properties['RouteKey'] === key,
  )

test('every folder with a function.ts is deployed', () => {
  const folders = readdirSync(join(projectRoot, 'services'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/function.ts') && file !== 'platform/function.ts')
    .map((file) => `services/${file.slice(0, -'/function.ts'.length)}`)
  expect(functions.map(({ folder }) => folder).toSorted()).toEqual(folders.toSorted())
  expect(functions.filter(({ folder }) => !existsSync(join(projectRoot, folder, 'handler.ts')))).toEqual([])
})

test('every operation of the contract has one function of the same name, and no other function has one', () => {
  const ofOperations = functions.flatMap(({ name, source }) =>
    'operation' in source ? [{ name, operation: source.operation.name }] : [],
  )
  expect(ofOperations.filter(({ name, operation }) => name !== operation)).toEqual([])
  expect(ofOperations.map(({ name }) => name).toSorted()).toEqual(
    operations.map(({ name }) => name).toSorted(),
  )
})

test('no two functions share a role or a name', () => {
  const roles = functions.map(({ name }) => roleOf(functionNamed(name)))
  expect(new Set(roles).size).toBe(functions.length)
  expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length)
})

test.each(functions)('$name may do what it needs and nothing else', (definition) => {
  const deployed = functionNamed(definition.name)
  const grants = grantsOf(deployed.template, roleOf(deployed))
  expect(grants).toEqual(grantsFor(definition))
  expect(grants.filter((grant) => /^\S*\*/.test(grant))).toEqual([])
})

test.each(functions)('$name has the variables of its needs and no others', ({ name, needs }) => {
  const { Variables } = functionNamed(name).properties['Environment'] as {
    Variables: Record<string, unknown>
  }
  expect(Object.keys(Variables).toSorted()).toEqual(variablesFor(needs).toSorted())
})

test.each(functions)('$name runs where and as we said', ({ name, timeoutSeconds, memoryMb, needs }) => {
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
    needs.stripe !== undefined || needs.guestKeys !== undefined || needs.chat !== undefined,
  )
})

test.each(functions)('the log of $name is kept for 90 days', ({ name }) => {
  const logs = resourcesOf(functionNamed(name).template, 'AWS::Logs::LogGroup').map(
    ([, log]) => log.Properties,
  )
  expect(logs).toContainEqual(
    expect.objectContaining({ LogGroupName: `/aws/lambda/advice-prod-${name}`, RetentionInDays: 90 }),
  )
})

test.each(operations)('$name is reached with an access token, unless strangers may call', (operation) => {
  const { name } = operation
  const [route, ...others] = routesOf(`POST /functions/${name}`).map(([, { Properties }]) => Properties)
  expect(others).toEqual([])
  expect(route).toMatchObject(
    isOpenToStrangers(operation)
      ? { AuthorizationType: 'NONE' }
      : { AuthorizationType: 'JWT', AuthorizationScopes: ['aws.cognito.signin.user.admin'] },
  )
})

test('every route belongs to an operation or to a function that declares it', () => {
  const declared = functions.flatMap(({ source }) => {
    if ('operation' in source) return [`POST /functions/${source.operation.name}`]
    return 'routes' in source ? source.routes.map(({ method, path }) => `${method} ${path}`) : []
  })
  const routed = resourcesOf(templates.api, 'AWS::ApiGatewayV2::Route').map(
    ([, { Properties }]) => Properties['RouteKey'],
  )
  expect(routed.toSorted()).toEqual(declared.toSorted())
})

test('what the table feeds a function with is filtered, split on failure and parked when it keeps failing', () => {
  const fed = functions.filter(({ source }) => 'stream' in source)
  templates.operations.resourceCountIs('AWS::Lambda::EventSourceMapping', fed.length)
  for (const [, { Properties }] of resourcesOf(templates.operations, 'AWS::Lambda::EventSourceMapping')) {
    expect(Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: expect.anything() as unknown } },
    })
  }
  for (const { source } of fed) {
    if (!('stream' in source)) continue
    const pattern = {
      eventName: ['INSERT', 'MODIFY'],
      dynamodb: { NewImage: { entity: { S: [source.stream.entity] } } },
    }
    templates.operations.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
    })
  }
})

test('parked work is encrypted, and an alarm tells a person', () => {
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
