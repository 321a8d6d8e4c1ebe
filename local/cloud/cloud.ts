import { createDistribution, type AskOrigin } from '../cdn/distribution.ts'
import { createSiteOrigin } from '../cdn/site-origin.ts'
import { atItsAddress, siteFolder } from '../build/site.ts'
import { createParked, type Parked } from '../events/parked.ts'
import { checkStreamRole, streamConsumer } from '../events/stream-source.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import type { HttpRequest, HttpResponse } from '../http.ts'
import { createFunctions, type Functions } from '../runtime/functions.ts'
import { createLogStore, type LogStore } from '../runtime/log-store.ts'
import type { HttpApi } from '../template/api.ts'
import { location, type Foundation } from './foundation.ts'
import { furnish } from './furnish.ts'
import { runnableFunctions } from './identities.ts'

/** The whole cloud, running, without the interface that controls it. */
export interface Cloud extends Foundation {
  readonly site: string
  readonly functions: Functions
  readonly logs: LogStore
  readonly parked: Parked
  readonly gateway: Gateway
  /** Answers as the distribution in front of everything. */
  handle(request: HttpRequest): Promise<HttpResponse>
  /** Keeps the sweep of expired items away from work that it would disturb. */
  whileNotSweeping(work: () => Promise<void>): Promise<void>
  /** Waits until streams and webhooks have nothing left to bring. */
  settle(): Promise<void>
}

const onlyApi = (apis: readonly HttpApi[]): HttpApi => {
  const [api, ...more] = apis
  if (!api || more.length > 0) throw new Error('The local cloud plays exactly one HTTP API')
  return api
}

const feedFunctions = (foundation: Foundation, functions: Functions, parked: Parked): void => {
  const { model, dynamodb, clock } = foundation
  for (const source of model.streamSources) {
    const target = model.functions.find(({ arn }) => arn === source.functionArn)
    if (target) checkStreamRole(source, target)
    dynamodb.readStream(source.tableName, streamConsumer({ source, functions, parked, clock }))
  }
}

/** CloudFront reaches the API and the site's bucket, each by the domain that the template gives it. */
const originsOf = ({ model }: Foundation, site: string, api: HttpApi, gateway: Gateway): AskOrigin => {
  const apiDomain = new URL(api.endpoint).host
  const siteOrigin = createSiteOrigin({
    folder: siteFolder,
    config: model.outputs['WebConfig'] ?? '{}',
    transform: (content, contentType) => atItsAddress(content, contentType, site),
  })
  const buckets = new Set(model.buckets.map(({ attributes }) => attributes['RegionalDomainName']))
  return async (origin, request) => {
    if (origin.domain === apiDomain) return gateway.handle(request)
    if (buckets.has(origin.domain)) return siteOrigin(request)
    throw new Error(`The local CloudFront does not know the origin ${origin.domain}`)
  }
}

interface Sweeper {
  whileNotSweeping(work: () => Promise<void>): Promise<void>
  stop(): void
}

/** Sweeps what has outlived its time: soon after every jump of the clock, and now and then otherwise. */
const keepSweeping = ({ dynamodb, clock }: Foundation): Sweeper => {
  let turn: Promise<unknown> = Promise.resolve()
  let paused = false
  const sweep = async (earlier: Promise<unknown>) => {
    await earlier
    if (!paused) await dynamodb.sweep(clock.now())
  }
  const sweepSoon = () => {
    turn = sweep(turn).catch((error: unknown) => {
      console.error('Items that have outlived their time could not be deleted', error)
    })
  }
  clock.onJump(sweepSoon)
  const timer = setInterval(sweepSoon, 60_000).unref()
  return {
    whileNotSweeping: async (work) => {
      paused = true
      try {
        await turn
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

/** Builds what the templates describe on top of the foundation. */
export const raiseCloud = async (foundation: Foundation, site: string): Promise<Cloud> => {
  const { model, clock, faults, workerFile, bundles, cognito, aws, dynamodb, stripe, chat } = foundation
  await furnish(foundation)
  const logs = createLogStore(clock.now)
  const parked = createParked()
  const functions = createFunctions(runnableFunctions(model.functions, aws, location.region), {
    workerFile,
    clock,
    logs,
    faults,
    whenReady: bundles.whenReady,
  })
  foundation.bindFunctions(functions)
  feedFunctions(foundation, functions, parked)
  const api = onlyApi(model.apis)
  const gateway = createGateway({ api, accountId: location.accountId, functions, cognito, clock })
  const edge = createDistribution(model.distribution, originsOf(foundation, site, api, gateway), {
    log: (text) => logs.add('cloudfront', text),
    now: clock.now,
  })
  const sweeper = keepSweeping(foundation)
  return {
    ...foundation,
    site,
    functions,
    logs,
    parked,
    gateway,
    handle: edge.handle,
    whileNotSweeping: sweeper.whileNotSweeping,
    settle: async () => {
      await stripe.settle()
      await chat.courier.settle()
      await dynamodb.settle()
    },
    close: async () => {
      sweeper.stop()
      await foundation.close()
      await functions.stop()
    },
  }
}
