import type { Cloud } from '../cloud/cloud.ts'
import { chatRoutes } from './chat-routes.ts'
import { givenPerson } from './given.ts'
import { checkFault } from './known-faults.ts'
import { ControlError, type ControlRoute } from './router.ts'
import { checked, clockBody, faultsBody, givenBody, scheduleBody } from './shapes.ts'
import { stripeRoutes } from './stripe-routes.ts'

const table = ({ model }: Cloud): string => model.tables[0]?.ref ?? ''

/** The bucket whose name functions are told. */
export const libraryBucket = ({ model }: Cloud): string =>
  model.functions.map(({ environment }) => environment['LIBRARY_BUCKET']).find(Boolean) ??
  model.buckets.find(({ properties }) => 'CorsConfiguration' in properties)?.ref ??
  ''

export const healthOf = (cloud: Cloud, apiUrl: string) => ({
  ready: true,
  site: cloud.site,
  aws: cloud.aws.url,
  stripe: cloud.stripe.url,
  chat: cloud.chat.url,
  api: apiUrl,
  region: 'eu-west-2',
  userPoolId: cloud.model.people.pools[0]?.id,
  userPoolClientId: cloud.model.people.clients[0]?.id,
  tableName: table(cloud),
  bucketName: libraryBucket(cloud),
})

const clockRoutes = ({ clock }: Cloud): ControlRoute[] => {
  const now = () => ({ now: clock.now().toISOString() })
  return [
    { method: 'GET', path: 'clock', handle: now },
    {
      method: 'PUT',
      path: 'clock',
      handle: ({ body }) => {
        clock.set(new Date(checked(clockBody, body).now))
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

const mailRoutes = ({ aws }: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'emails',
    handle: ({ query }) => {
      const to = query.get('to')
      return aws.mails().filter((mail) => to === null || mail.to.toLowerCase() === to.toLowerCase())
    },
  },
  { method: 'DELETE', path: 'emails', handle: () => aws.clearMails() },
]

const observationRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'items',
    handle: ({ query }) => {
      const pk = query.get('pk')
      if (!pk) throw new ControlError(400, 'validation_failed', 'Say which partition: ?pk=…')
      return cloud.dynamodb.items(table(cloud), pk, query.get('sk') ?? undefined)
    },
  },
  { method: 'GET', path: 'all-items', handle: () => cloud.dynamodb.allItems(table(cloud)) },
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
      const wanted = query.get('function')
      return [...cloud.aws.calls(), ...cloud.stripeCalls]
        .filter((call) => wanted === null || call.function === wanted)
        .toSorted((a, b) => a.at.localeCompare(b.at))
    },
  },
  {
    method: 'GET',
    path: 'logs',
    handle: ({ query }) => cloud.logs.read(query.get('function') ?? undefined),
  },
  {
    // For command-line tools, which sign their calls to the AWS endpoint of this cloud with it.
    method: 'GET',
    path: 'operator',
    handle: () => {
      const { accessKeyId, secretAccessKey, sessionToken } = cloud.aws.operator
      return { accessKeyId, secretAccessKey, sessionToken }
    },
  },
  { method: 'GET', path: 'parked', handle: () => cloud.parked.list() },
]

/** A way that cannot be walked, because the address has an account or because something on it is broken. */
const cannotMake = (error: unknown): never => {
  if (error instanceof ControlError) throw error
  throw new ControlError(422, 'not_made', error instanceof Error ? error.message : String(error))
}

const actionRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'POST',
    path: 'given',
    handle: ({ body }) => {
      const { as, email } = checked(givenBody, body)
      return givenPerson(cloud, as, email).catch(cannotMake)
    },
  },
  {
    method: 'PUT',
    path: 'faults',
    handle: ({ body }) => {
      const faults = checked(faultsBody, body)
      for (const fault of faults) checkFault(cloud, fault)
      cloud.faults.set(faults)
    },
  },
  { method: 'DELETE', path: 'faults', handle: () => cloud.faults.clear() },
  {
    method: 'POST',
    path: 'run',
    handle: async ({ body }) => {
      const { schedule } = checked(scheduleBody, body)
      const found = cloud.model.schedules.find(({ name }) => name.endsWith(schedule))
      if (!found) throw new ControlError(404, 'not_found', `The templates have no schedule ${schedule}.`)
      const event = {
        source: 'aws.events',
        'detail-type': 'Scheduled Event',
        time: cloud.clock.now().toISOString(),
      }
      return {
        outcomes: await Promise.all(found.functionArns.map((arn) => cloud.functions.invoke(arn, event))),
      }
    },
  },
]

/** Everything that the control interface answers, but for health and reset, which the cloud's owner adds. */
export const controlRoutes = (cloud: Cloud): ControlRoute[] => [
  ...clockRoutes(cloud),
  ...mailRoutes(cloud),
  ...stripeRoutes(cloud),
  ...chatRoutes(cloud),
  ...observationRoutes(cloud),
  ...actionRoutes(cloud),
]
