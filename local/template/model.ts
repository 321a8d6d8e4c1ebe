import type { PolicyStatement } from '../types.ts'
import { readApis, type HttpApi } from './api.ts'
import { readDistribution, type Distribution } from './edge.ts'
import { readSchedules, readStreamSources, type Schedule, type StreamSource } from './event-sources.ts'
import { readFunctions, type FunctionModel } from './functions.ts'
import type { Location } from './identify.ts'
import { readPeople, type People } from './people.ts'
import { createReader, type Built, type Reader } from './reader.ts'
import { createResolver } from './resolve.ts'
import { readRoles } from './roles.ts'
import { textOf, type Stack } from './template.ts'
import type { Secrets } from './secrets.ts'

/** Everything that the templates say is to exist, with names and references resolved. */
export interface CloudModel {
  readonly tables: readonly Built[]
  readonly buckets: readonly Built[]
  readonly queueArns: readonly string[]
  readonly people: People
  readonly functions: readonly FunctionModel[]
  readonly apis: readonly HttpApi[]
  readonly streamSources: readonly StreamSource[]
  readonly schedules: readonly Schedule[]
  readonly distribution: Distribution
  /** Outputs of the stacks by logical id. */
  readonly outputs: Readonly<Record<string, string>>
}

const required = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`The templates have no ${what}`)
  return value
}

/** Each caller of a function needs a permission; AWS would refuse the call where the template forgot it. */
const checkPermissions = ({ functions, apis, people, schedules }: Omit<CloudModel, 'distribution'>): void => {
  const check = (arn: string, principal: string) => {
    const target = required(
      functions.find((candidate) => candidate.arn === arn),
      `function ${arn}`,
    )
    if (!target.callers.includes(principal))
      throw new Error(`The function ${target.name} gives ${principal} no permission to call it`)
  }
  for (const api of apis) for (const route of api.routes) check(route.functionArn, 'apigateway.amazonaws.com')
  for (const pool of people.pools)
    for (const arn of Object.values(pool.triggers)) check(arn, 'cognito-idp.amazonaws.com')
  for (const schedule of schedules)
    for (const arn of schedule.functionArns) check(arn, 'events.amazonaws.com')
}

const outputsOf = (stacks: readonly Stack[], resolve: (stack: Stack, name: string) => string) =>
  Object.fromEntries(
    stacks.flatMap((stack) =>
      Object.keys(stack.template.Outputs ?? {}).map((name) => [name, resolve(stack, name)]),
    ),
  )

const tablesOf = (reader: Reader) => [
  ...reader.all('AWS::DynamoDB::Table'),
  ...reader.all('AWS::DynamoDB::GlobalTable'),
]

/** Reads the stacks of a stage. Throws with the name of the first thing that it does not understand. */
export const readModel = (
  stacks: readonly Stack[],
  options: { location: Location; secrets: Secrets; functionPrefix: string },
): CloudModel => {
  const secretText = (id: string) => required(options.secrets.get(id), `secret ${id}`).value
  const resolver = createResolver(stacks, { location: options.location, secretText })
  const reader = createReader(stacks, resolver)
  const roles: ReadonlyMap<string, readonly PolicyStatement[]> = readRoles(reader)
  const model = {
    tables: tablesOf(reader),
    buckets: reader.all('AWS::S3::Bucket'),
    queueArns: reader.all('AWS::SQS::Queue').map(({ attributes }) => attributes['Arn'] ?? ''),
    people: readPeople(reader),
    functions: readFunctions(reader, roles, options.functionPrefix),
    apis: readApis(reader),
    streamSources: readStreamSources(reader),
    schedules: readSchedules(reader),
    outputs: outputsOf(stacks, (stack, name) =>
      textOf(resolver.resolve(stack, stack.template.Outputs?.[name]?.Value ?? null), `The output ${name}`),
    ),
  }
  checkPermissions(model)
  return { ...model, distribution: required(readDistribution(reader), 'distribution') }
}
