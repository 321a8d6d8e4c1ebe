import { createDistribution, type RequestOrigin } from '#local/emulator/cloudfront/distribution.ts'
import { createSiteOrigin } from '#local/emulator/cloudfront/site-origin.ts'
import { withSiteAddress, siteFolder } from './build/site.ts'
import {
  createDeadLetterQueue,
  type DeadLetterQueue,
} from '#local/emulator/event-sources/dead-letter-queue.ts'
import { checkStreamRole, streamConsumer } from '#local/emulator/event-sources/stream-source.ts'
import { createGateway, type Gateway } from '#local/emulator/api-gateway/gateway.ts'
import type { HttpRequest, HttpResponse } from '#local/kit/http.ts'
import { createFunctions, type Functions } from '#local/emulator/lambda/functions.ts'
import { createLogStore, type LogStore } from '#local/emulator/lambda/log-store.ts'
import type { HttpApi } from '#local/emulator/cloudformation/api.ts'
import { location, type CloudDependencies } from './dependencies.ts'
import { createResources } from './resources.ts'
import { createRunnableFunctions } from './identities.ts'
import { changedParts } from './changed-parts.ts'

/** The running cloud, without its control interface. */
export interface Cloud extends CloudDependencies {
  readonly site: string
  readonly functions: Functions
  readonly logs: LogStore
  readonly deadLetters: DeadLetterQueue
  readonly gateway: Gateway
  /**
   * Applies changed templates: the configuration and permissions of existing functions, and the routes. Data, sessions
   * and the clock stay as they are. Returns the names of the other changed parts, which need a restart.
   */
  update(templates: string): readonly string[]
  /** Handles a request as CloudFront does. */
  handle(request: HttpRequest): Promise<HttpResponse>
  /** Runs work while the deletion of expired items is paused. */
  withoutExpiry(work: () => Promise<void>): Promise<void>
  /** Waits until no stream record or webhook is pending. */
  waitUntilIdle(): Promise<void>
}

/** Returns the name of the table, which all domains share. */
export const tableNameOf = ({ model }: CloudDependencies): string => {
  const [table, ...more] = model.tables
  if (!table || more.length > 0) throw new Error('The local cloud supports exactly one table')
  return table.ref
}

const onlyApi = (apis: readonly HttpApi[]): HttpApi => {
  const [api, ...more] = apis
  if (!api || more.length > 0) throw new Error('The local cloud supports exactly one HTTP API')
  return api
}

/** Connects the functions to the table streams. */
const connectStreams = (
  dependencies: CloudDependencies,
  functions: Functions,
  deadLetters: DeadLetterQueue,
): void => {
  const { model, dynamodb, clock, aws } = dependencies
  const { streamSources: sources } = model
  for (const source of sources) {
    const target = model.functions.find(({ arn }) => arn === source.functionArn)
    if (target) checkStreamRole(source, target)
  }
  for (const table of new Set(sources.map(({ tableName }) => tableName))) {
    const consumers = sources
      .filter(({ tableName }) => tableName === table)
      .map((source) => streamConsumer({ source, functions, deadLetters, files: aws.s3, clock }))
    dynamodb.readStream(table, consumers)
  }
}

/** The cache headers that lib/constructs/site-content.ts sets on site files. */
const cacheControlOf = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate'

/** Routes CloudFront's requests to the API and the site's bucket, by their domains in the template. */
const originsOf = (
  { model }: CloudDependencies,
  site: string,
  api: HttpApi,
  gateway: Gateway,
): RequestOrigin => {
  const apiDomain = new URL(api.endpoint).host
  const siteOrigin = createSiteOrigin({
    folder: siteFolder,
    generated: { '/config.json': model.outputs['WebConfig'] ?? '{}' },
    cacheControl: cacheControlOf,
    transform: (content, contentType) => withSiteAddress(content, contentType, site),
  })
  const buckets = new Set(model.buckets.map(({ attributes }) => attributes['RegionalDomainName']))
  return async (origin, request) => {
    if (origin.domain === apiDomain) return gateway.handle(request)
    if (buckets.has(origin.domain)) return siteOrigin(request)
    throw new Error(`The local CloudFront has no origin ${origin.domain}`)
  }
}

interface ExpirySweeper {
  withoutExpiry(work: () => Promise<void>): Promise<void>
  stop(): void
}

/** Time between two deletions of expired items. Each reads the whole table, which takes a minute for 50,000 items. */
const sweepEveryMs = 10 * 60_000

/**
 * Deletes expired items every ten minutes and after every jump of the clock, because DynamoDB Local does not delete them.
 */
const startExpirySweeper = ({ dynamodb, clock }: CloudDependencies): ExpirySweeper => {
  let lastSweep: Promise<unknown> = Promise.resolve()
  let paused = false
  const sweep = async (previous: Promise<unknown>) => {
    await previous
    if (!paused) await dynamodb.sweep(clock.now)
  }
  const queueSweep = () => {
    lastSweep = sweep(lastSweep).catch((error: unknown) => {
      console.error('Expired items could not be deleted', error)
    })
  }
  clock.onJump(queueSweep)
  const timer = setInterval(queueSweep, sweepEveryMs).unref()
  return {
    withoutExpiry: async (work) => {
      paused = true
      try {
        await lastSweep
        await work()
      } finally {
        paused = false
      }
    },
    stop: () => {
      paused = true
      clearInterval(timer)
    },
  }
}

/** Creates the resources of the templates, and starts the functions and the distribution. */
export const startCloud = async (dependencies: CloudDependencies, site: string): Promise<Cloud> => {
  const { model, clock, faults, workerFile, bundles, cognito, aws, dynamodb, stripe, chat } = dependencies
  await createResources(dependencies)
  const logs = createLogStore(clock.now)
  const deadLetters = createDeadLetterQueue()
  const functions = createFunctions(createRunnableFunctions(model.functions, aws, location.region), {
    workerFile,
    clock,
    logs,
    faults,
    whenReady: bundles.whenReady,
  })
  dependencies.bindFunctions(functions)
  connectStreams(dependencies, functions, deadLetters)
  const api = onlyApi(model.apis)
  const gatewayOf = (current: HttpApi) =>
    createGateway({ api: current, accountId: location.accountId, functions, cognito, clock })
  let currentGateway = gatewayOf(api)
  const gateway: Gateway = { handle: (request) => currentGateway.handle(request) }
  let current = model
  const distribution = createDistribution(model.distribution, originsOf(dependencies, site, api, gateway), {
    log: (text) => logs.add('cloudfront', text),
    now: clock.now,
    // Only responses of the API are cached. A deployment also empties the cache of the site's files, but a local
    // rebuild does not.
    isCached: ({ domain }) => domain.includes('.execute-api.'),
  })
  const sweeper = startExpirySweeper(dependencies)
  return {
    ...dependencies,
    site,
    functions,
    logs,
    deadLetters,
    gateway,
    update: (templates) => {
      const next = dependencies.readTemplates(templates)
      const changed = changedParts(current, next)
      if (changed.needRestart.length > 0) return changed.needRestart
      functions.update(createRunnableFunctions(changed.functions, aws, location.region))
      if (changed.api) currentGateway = gatewayOf(onlyApi(next.apis))
      current = next
      return []
    },
    handle: distribution.handle,
    withoutExpiry: sweeper.withoutExpiry,
    waitUntilIdle: async () => {
      await stripe.waitUntilIdle()
      await chat.dispatcher.waitUntilIdle()
      await dynamodb.waitForStreams()
    },
    close: async () => {
      sweeper.stop()
      await dependencies.close()
      await functions.stop()
    },
  }
}
