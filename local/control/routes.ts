import { location } from '#local/cloud/dependencies.ts'
import { tableNameOf, type Cloud } from '#local/cloud/cloud.ts'
import { chatRoutes } from './chat-routes.ts'
import { givenAccountOrGuest } from './given.ts'
import { assertKnownFault } from './known-faults.ts'
import { ControlError, type ControlRoute } from './router.ts'
import { clockBody, faultsBody, givenBody, parseBody, runBody } from './bodies.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { stripeRoutes } from './stripe-routes.ts'

/** Returns the library bucket, as named in the functions' environment. */
export const libraryBucket = ({ model }: Cloud): string =>
  model.functions.map(({ environment }) => environment['LIBRARY_BUCKET']).find(Boolean) ??
  model.buckets.find(({ properties }) => 'CorsConfiguration' in properties)?.ref ??
  ''

/** Returns the bucket of the built site, as named in the functions' environment. */
const siteBucket = ({ model }: Cloud): string | undefined =>
  model.functions.map(({ environment }) => environment['SITE_BUCKET']).find(Boolean)

export const healthOf = (cloud: Cloud, apiUrl: string) => ({
  ready: true,
  site: cloud.site,
  aws: cloud.aws.url,
  stripe: cloud.stripe.url,
  chat: cloud.chat.url,
  api: apiUrl,
  region: location.region,
  userPoolId: cloud.model.cognito.pools[0]?.id,
  userPoolClientId: cloud.model.cognito.clients[0]?.id,
  tableName: tableNameOf(cloud),
  bucketName: libraryBucket(cloud),
  siteBucketName: siteBucket(cloud),
})

const clockRoutes = ({ clock }: Cloud): ControlRoute[] => {
  const now = () => ({ now: clock.now().toISOString() })
  return [
    { method: 'GET', path: 'clock', handle: now },
    {
      method: 'PUT',
      path: 'clock',
      handle: ({ body }) => {
        clock.set(new Date(parseBody(clockBody, body).now))
        return now()
      },
    },
    {
      method: 'DELETE',
      path: 'clock',
      handle: () => {
        clock.reset()
        return now()
      },
    },
  ]
}

const emailRoutes = ({ aws }: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'emails',
    handle: ({ query }) => {
      const to = query.get('to')
      return aws.emails().filter((email) => to === null || email.to.toLowerCase() === to.toLowerCase())
    },
  },
  { method: 'DELETE', path: 'emails', handle: () => aws.clearEmails() },
]

const observationRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'items',
    handle: ({ query }) => {
      const pk = query.get('pk')
      if (!pk) throw new ControlError(400, 'validation_failed', 'The parameter pk is missing: ?pk=…')
      return cloud.dynamodb.items(tableNameOf(cloud), pk, query.get('sk') ?? undefined)
    },
  },
  { method: 'GET', path: 'all-items', handle: () => cloud.dynamodb.allItems(tableNameOf(cloud)) },
  {
    method: 'GET',
    path: 'objects',
    handle: ({ query }) =>
      cloud.aws.s3
        .list(libraryBucket(cloud), query.get('prefix') ?? '')
        .map(({ key, size, contentType, lastModified }) => ({ key, size, contentType, lastModified })),
  },
  {
    method: 'GET',
    path: 'calls',
    handle: ({ query }) => {
      const name = query.get('function')
      return [...cloud.aws.calls(), ...cloud.stripeCalls]
        .filter((call) => name === null || call.function === name)
        .toSorted((a, b) => a.at.localeCompare(b.at))
    },
  },
  {
    method: 'GET',
    path: 'logs',
    handle: ({ query }) => cloud.logs.read(query.get('function') ?? undefined),
  },
  {
    // Returns the credentials with which command-line tools sign calls to the AWS endpoint.
    method: 'GET',
    path: 'operator',
    handle: () => {
      const { accessKeyId, secretAccessKey, sessionToken } = cloud.aws.operator
      return { accessKeyId, secretAccessKey, sessionToken }
    },
  },
  { method: 'GET', path: 'dead-letters', handle: () => cloud.deadLetters.list() },
]

/** Converts a failure to create an account to a 422, for example if the address is already in use. */
const rejectGiven = (error: unknown): never => {
  if (error instanceof ControlError) throw error
  throw new ControlError(422, 'not_created', error instanceof Error ? error.message : String(error))
}

/** Returns the functions that a rule invokes, or the function with this name. */
const arnsInvokedBy = ({ model }: Cloud, name: string): readonly string[] =>
  model.rules.find((rule) => rule.functionArns.length > 0 && rule.name.endsWith(name))?.functionArns ??
  model.functions.filter((one) => one.name.endsWith(name)).map(({ arn }) => arn)

const actionRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'POST',
    path: 'given',
    handle: ({ body }) => {
      const { as, ...options } = parseBody(givenBody, body)
      return givenAccountOrGuest(cloud, as, options).catch(rejectGiven)
    },
  },
  {
    method: 'PUT',
    path: 'faults',
    handle: ({ body }) => {
      const faults = parseBody(faultsBody, body)
      for (const fault of faults) assertKnownFault(cloud, fault)
      cloud.faults.set(faults)
    },
  },
  { method: 'DELETE', path: 'faults', handle: () => cloud.faults.clear() },
  {
    method: 'POST',
    path: 'run',
    handle: async ({ body }) => {
      const { schedule, event: given } = parseBody(runBody, body)
      const arns = arnsInvokedBy(cloud, schedule)
      if (arns.length === 0)
        throw new ControlError(
          404,
          'not_found',
          `The templates have no schedule and no function ${schedule}.`,
        )
      const event = given ?? {
        source: 'aws.events',
        'detail-type': 'Scheduled Event',
        time: cloud.clock.now().toISOString(),
      }
      return {
        outcomes: await Promise.all(arns.map((arn) => cloud.functions.invoke(arn, event))),
      }
    },
  },
]

/** All routes of the control interface except health and reset, which start.ts adds. */
export const controlRoutes = (cloud: Cloud): ControlRoute[] => [
  ...clockRoutes(cloud),
  ...emailRoutes(cloud),
  ...stripeRoutes(cloud),
  ...chatRoutes(cloud),
  ...secondFactorRoutes(cloud),
  ...observationRoutes(cloud),
  ...actionRoutes(cloud),
]
