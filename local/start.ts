import { hashOfSeedSources, openSeedFile } from './cloud/build/seed-file.ts'
import { buildSite, watchSite } from './cloud/build/site.ts'
import { watchTemplates, type TemplateChange } from './cloud/build/watch-templates.ts'
import type { Stop } from './cloud/build/watch.ts'
import { startCloud, type Cloud } from './cloud/cloud.ts'
import { startDependencies } from './cloud/dependencies.ts'
import { consoleRoutes } from './console/routes.ts'
import { seedPassword } from './control/given.ts'
import type { DynamoDbProcess } from './emulator/dynamodb/process.ts'
import { guard } from './control/guard.ts'
import { createRouter } from './control/router.ts'
import { controlRoutes, healthOf } from './control/routes.ts'
import { seedCloud } from './control/seed.ts'
import { respondWhileStarting, serveWhileSeeding } from './control/starting.ts'
import type { HttpResponse } from './kit/http.ts'
import {
  closeServer,
  createListener,
  listenOn,
  preferPort,
  withClientAddress,
  type RequestHandler,
} from './kit/listen.ts'
import { functionsForSeeding, seedAccounts } from './seed/accounts.ts'

export interface StartOptions {
  /** Port of the site. The other servers use the ports after it if they are free. */
  readonly port: number
  /** DynamoDB Local, which takes longest to start. */
  readonly database: Promise<DynamoDbProcess>
  /** Logs errors only. */
  readonly quiet?: boolean
  /** Rebuilds functions and pages when sources change. */
  readonly watch?: boolean
}

export interface LocalCloud {
  /** `http://localhost:3000` */
  readonly site: string
  /** Address of the AWS endpoint. */
  readonly aws: string
  /** Address of the Stripe emulator. */
  readonly stripe: string
  /** Address of the chat emulator. */
  readonly chat: string
  /** Address of the API behind CloudFront. It rejects requests that do not come through CloudFront. */
  readonly api: string
  /** Resets the cloud to the seed. */
  reset(): Promise<void>
  close(): Promise<void>
}

const log = (options: StartOptions, text: string) => {
  if (!options.quiet) console.log(text)
}

/** Applies changed templates to the running cloud, and reports what it cannot apply. */
const applyTemplates = (cloud: Cloud, change: TemplateChange, options: StartOptions): void => {
  if (change.kind === 'failed')
    return console.error(`The stacks could not be synthesized:\n${change.message}`)
  try {
    const needRestart = cloud.update(change.templates)
    if (needRestart.length === 0) log(options, 'The stacks and permissions are synthesized and applied.')
    else
      log(
        options,
        `The stacks are synthesized, but not applied. Restart to apply them: ${needRestart.join(', ')}.`,
      )
  } catch (error) {
    // As on AWS, a template that cannot be deployed leaves the running cloud as it was.
    console.error('The changed stacks could not be applied:', error)
  }
}

/** Bundles the remaining functions in the background, rebuilds what changes, and prints the errors of functions. */
const watchSources = (cloud: Cloud, options: StartOptions): Stop => {
  cloud.logs.onError((line) => log(options, `${line.function} logged an error: ${line.text}`))
  const stopBundles = cloud.bundles.watch(() => {
    cloud.functions.recycle()
    log(options, 'Functions have changed. Each one is bundled again at its next call.')
  })
  const stopSite = watchSite(
    (failure) => {
      if (failure)
        console.error('The pages could not be built. The site keeps the previous version:', failure)
      else log(options, 'The pages are up to date.')
    },
    () => log(options, 'The build of the pages (web/build) has changed. Restart to use it.'),
  )
  cloud.bundles
    .bundleAll()
    .catch((error: unknown) => console.error('The bundles could not be recorded as complete:', error))
  const stopTemplates = watchTemplates((change) => applyTemplates(cloud, change, options))
  return () => {
    stopSite()
    stopBundles()
    stopTemplates()
  }
}

const redirectToConsole: HttpResponse = {
  status: 308,
  headers: { location: ['/_local/'] },
  body: Buffer.alloc(0),
}

const createSiteHandler = (cloud: Cloud, apiUrl: string, reset: () => Promise<void>): RequestHandler => {
  const router = createRouter([
    { method: 'GET', path: 'health', handle: () => healthOf(cloud, apiUrl) },
    { method: 'POST', path: 'reset', handle: reset },
    ...controlRoutes(cloud),
    ...consoleRoutes({ emails: cloud.aws.emails, accounts: seedAccounts, password: seedPassword }),
  ])
  return async (request) => {
    if (request.path === '/_local') return redirectToConsole
    if (!request.path.startsWith('/_local/')) return cloud.handle(withClientAddress(request))
    return guard(request, cloud.site) ?? router(request)
  }
}

/** Starts the local cloud and resolves when it is ready. Rejects with PortInUse if the site's port is in use. */
export const startLocalCloud = async (options: StartOptions): Promise<LocalCloud> => {
  // Lambda runs in UTC. Worker threads use the time zone of their process.
  process.env['TZ'] = 'UTC'
  let handle = respondWhileStarting
  const front = await listenOn(
    options.port,
    createListener((request) => handle(request)),
  )
  const site = `http://localhost:${front.port}`
  const pages = buildSite()
  const sources = options.watch ? hashOfSeedSources() : undefined
  const { database } = options
  const prebundle = options.watch ? functionsForSeeding : 'all'
  const cloud = await startCloud(
    await startDependencies(site, { port: front.port, prebundle, database }),
    site,
  )
  const api = await preferPort(front.port + 3, (port) => listenOn(port, createListener(cloud.gateway.handle)))
  const apiUrl = `http://localhost:${api.port}`
  handle = serveWhileSeeding(cloud.handle)
  const addresses = [site, cloud.aws.url, cloud.stripe.url, cloud.chat.url]
  const seedFile = sources && openSeedFile(await sources, addresses, cloud.clock.now())
  const [restore] = await Promise.all([seedCloud(cloud, seedFile), pages])
  let lastReset: Promise<void> = Promise.resolve()
  const reset = () => {
    // The caller of a failed reset has already received its error.
    lastReset = lastReset.catch(() => undefined).then(restore)
    return lastReset
  }
  handle = createSiteHandler(cloud, apiUrl, reset)
  const stopWatching = options.watch ? watchSources(cloud, options) : () => {}
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
