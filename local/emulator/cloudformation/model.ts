import type { PolicyStatement } from '#local/emulator/protocol/identity.ts'
import { readApis, type HttpApi } from './api.ts'
import { readDistribution, type Distribution } from './cloudfront.ts'
import { readRules, readStreamSources, type Rule, type StreamSource } from './event-sources.ts'
import { readFunctions, type FunctionModel } from './functions.ts'
import type { Location } from './physical-ids.ts'
import { readCognito, type CognitoResources } from './cognito.ts'
import { createReader, type ResolvedResource, type Reader } from './reader.ts'
import { createResolver } from './resolve.ts'
import { readRoles } from './roles.ts'
import { textOf, type Stack } from './template.ts'
import type { Secrets } from './secrets.ts'

/**
 * A table or bucket without `resource`, which refers to the whole stack. With it, a change to any other resource of the
 * stack would count as a change to the table or bucket.
 */
type Store = Omit<ResolvedResource, 'resource'>

/** All resources of the templates, with names and references resolved. */
export interface CloudModel {
  readonly tables: readonly Store[]
  readonly buckets: readonly Store[]
  readonly queueArns: readonly string[]
  readonly cognito: CognitoResources
  readonly functions: readonly FunctionModel[]
  readonly apis: readonly HttpApi[]
  readonly streamSources: readonly StreamSource[]
  readonly rules: readonly Rule[]
  readonly distribution: Distribution
  /** Outputs of the stacks, by logical id. */
  readonly outputs: Readonly<Record<string, string>>
}

const required = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`The templates have no ${what}`)
  return value
}

/** Throws if a caller of a function has no permission. AWS would reject the call. */
const checkPermissions = ({ functions, apis, cognito, rules }: Omit<CloudModel, 'distribution'>): void => {
  const check = (arn: string, principal: string) => {
    const target = required(
      functions.find((candidate) => candidate.arn === arn),
      `function ${arn}`,
    )
    if (!target.callers.includes(principal))
      throw new Error(`The function ${target.name} has no permission for ${principal} to invoke it`)
  }
  for (const api of apis) for (const route of api.routes) check(route.functionArn, 'apigateway.amazonaws.com')
  for (const pool of cognito.pools)
    for (const arn of Object.values(pool.triggers)) check(arn, 'cognito-idp.amazonaws.com')
  for (const rule of rules) for (const arn of rule.functionArns) check(arn, 'events.amazonaws.com')
}

const outputsOf = (stacks: readonly Stack[], resolve: (stack: Stack, name: string) => string) =>
  Object.fromEntries(
    stacks.flatMap((stack) =>
      Object.keys(stack.template.Outputs ?? {}).map((name) => [name, resolve(stack, name)]),
    ),
  )

/** Returns the tables or buckets of the stacks, by their CloudFormation types. */
export const storesOf = (reader: Reader, ...types: readonly string[]): Store[] =>
  types
    .flatMap((type) => reader.all(type))
    .map(({ ref, attributes, properties }) => ({ ref, attributes, properties }))

/** Reads the stacks of a stage. Throws an error with the name of the first unsupported element. */
export const readModel = (
  stacks: readonly Stack[],
  options: { location: Location; secrets: Secrets; functionPrefix: string },
): CloudModel => {
  const secretText = (id: string) => required(options.secrets.get(id), `secret ${id}`).value
  const resolver = createResolver(stacks, { location: options.location, secretText })
  const reader = createReader(stacks, resolver)
  const roles: ReadonlyMap<string, readonly PolicyStatement[]> = readRoles(reader)
  const model = {
    tables: storesOf(reader, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'),
    buckets: storesOf(reader, 'AWS::S3::Bucket'),
    queueArns: reader.all('AWS::SQS::Queue').map(({ attributes }) => attributes['Arn'] ?? ''),
    cognito: readCognito(reader),
    functions: readFunctions(reader, roles, options.functionPrefix),
    apis: readApis(reader),
    streamSources: readStreamSources(reader),
    rules: readRules(reader),
    outputs: outputsOf(stacks, (stack, name) =>
      textOf(resolver.resolve(stack, stack.template.Outputs?.[name]?.Value ?? null), `The output ${name}`),
    ),
  }
  checkPermissions(model)
  return { ...model, distribution: required(readDistribution(reader), 'distribution') }
}
