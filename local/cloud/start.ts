import { buildSite, watchSite } from '../build/site.ts'
import { debounced, watchFolders, type Stop } from '../build/watch.ts'
import { consoleRoutes } from '../control/console-routes.ts'
import { controlRoutes, healthOf } from '../control/routes.ts'
import { createRouter } from '../control/router.ts'
import { guard } from '../control/guard.ts'
import { jsonResponse, type HttpRequest, type HttpResponse } from '../http.ts'
import { raiseCloud, type Cloud } from './cloud.ts'
import { layFoundation } from './foundation.ts'
import { closeServer, listenOn, preferPort } from './listen.ts'
import { sow } from './seeding.ts'
import { asClient, listener } from './servers.ts'

export interface StartOptions {
  /** Port of the site; the other servers take the ports after it where those are free. */
  readonly port: number
  /** Says nothing but errors. */
  readonly quiet?: boolean
  /** Takes changes of the sources over while it runs. */
  readonly watch?: boolean
}

export interface LocalCloud {
  /** `http://localhost:3000` */
  readonly site: string
  /** Address of the AWS endpoint. */
  readonly aws: string
  /** Address of the stand-in for Stripe. */
  readonly stripe: string
  /** Address of the stand-in for the chat. */
  readonly chat: string
  /** Address of the API behind CloudFront, which refuses whoever does not come that way. */
  readonly api: string
  /** Back to the seed. */
  reset(): Promise<void>
  close(): Promise<void>
}

type Answer = (request: HttpRequest) => Promise<HttpResponse>

const starting: Answer = async (request) =>
  request.path === '/_local/health'
    ? jsonResponse(503, { ready: false })
    : jsonResponse(
        503,
        { error: { code: 'starting', message: 'The local cloud is starting.' } },
        { 'retry-after': '1' },
      )

const say = (options: StartOptions, text: string) => {
  if (!options.quiet) console.log(text)
}

/** Keeps up with the sources: bundles what nobody has called yet, and builds again what changes. */
const takeOverChanges = (cloud: Cloud, options: StartOptions): Stop => {
  const stopBundles = cloud.bundles.watch(() => {
    cloud.functions.recycle()
    say(options, 'Functions have changed: each is bundled again at its next call')
  })
  const stopSite = watchSite((failure) => {
    if (failure) console.error('The pages could not be built; the last good ones stay:', failure)
    else say(options, 'Pages are up to date')
  })
  cloud.bundles
    .fill()
    .catch((error: unknown) => console.error('The bundles could not be noted as complete:', error))
  const restart = debounced(200, () => say(options, 'lib/ has changed: restart to build the cloud anew'))
  const stopLib = watchFolders(['lib'], restart)
  return () => {
    stopSite()
    stopBundles()
    stopLib()
  }
}

const redirectToConsole: HttpResponse = {
  status: 308,
  headers: { location: ['/_local/'] },
  body: Buffer.alloc(0),
}

const siteAnswer = (cloud: Cloud, apiUrl: string, reset: () => Promise<void>): Answer => {
  const router = createRouter([
    { method: 'GET', path: 'health', handle: () => healthOf(cloud, apiUrl) },
    { method: 'POST', path: 'reset', handle: reset },
    ...controlRoutes(cloud),
    ...consoleRoutes(cloud),
  ])
  return async (request) => {
    if (request.path === '/_local') return redirectToConsole
    if (!request.path.startsWith('/_local/')) return cloud.handle(asClient(request))
    const refusal = guard(request, cloud.site)
    return refusal ?? router(request)
  }
}

/**
 * Starts the whole cloud on this machine and answers once it is ready. Rejects with PortInUse when the site's
 * port belongs to another program.
 */
export const startLocalCloud = async (options: StartOptions): Promise<LocalCloud> => {
  // Lambda runs in UTC, and threads have the time zone of their process.
  process.env['TZ'] = 'UTC'
  let answer = starting
  const front = await listenOn(
    options.port,
    listener((request) => answer(request)),
  )
  const site = `http://localhost:${front.port}`
  const pages = buildSite()
  const cloud = await raiseCloud(
    await layFoundation(site, { port: front.port, complete: !options.watch }),
    site,
  )
  const api = await preferPort(front.port + 3, (port) => listenOn(port, listener(cloud.gateway.handle)))
  const apiUrl = `http://localhost:${api.port}`
  answer = cloud.handle
  const [restore] = await Promise.all([sow(cloud), pages])
  let turn: Promise<void> = Promise.resolve()
  const reset = () => {
    // A reset that failed has told its own caller; the next one starts afresh.
    turn = turn.catch(() => undefined).then(restore)
    return turn
  }
  answer = siteAnswer(cloud, apiUrl, reset)
  const stopWatching = options.watch ? takeOverChanges(cloud, options) : () => {}
  return {
    site,
    aws: cloud.aws.url,
    stripe: cloud.stripe.url,
    chat: cloud.chat.url,
    api: apiUrl,
    reset,
    close: async () => {
      stopWatching()
      await Promise.all([closeServer(front.server), closeServer(api.server)])
      await cloud.close()
    },
  }
}
