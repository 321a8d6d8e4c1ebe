import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stack } from '../template/template.ts'
import { cacheFolder, hashOf } from './hash.ts'

/** Addresses that are known only when the servers of the local cloud listen. */
export interface Addresses {
  readonly site: string
  readonly stripe: string
  readonly aws: string
  readonly chat: string
}

/**
 * What stands in the cached templates for the addresses, so that the cache holds for any port. `.invalid` names
 * never resolve (RFC 2606): one that stays behind by mistake leads nowhere.
 */
export const placeholders: Addresses = {
  site: 'http://site.local-cloud.invalid',
  stripe: 'http://stripe.local-cloud.invalid',
  aws: 'http://aws.local-cloud.invalid',
  chat: 'http://chat.local-cloud.invalid',
}

const cacheFile = join(cacheFolder, 'templates.json')

/** What CDK reads: the stacks, the contract, and of the services only what says what they may touch. */
const readByCdk = (path: string): boolean =>
  !path.includes('.test.') &&
  (!path.includes('/services/') || path.endsWith('/function.ts') || path.endsWith('/platform/env.ts'))

/** Bundles have no part in a template but must be there: an empty one for each function. */
const writeEmptyBundles = async (folder: string, names: readonly string[]): Promise<void> => {
  await Promise.all(
    names.map(async (name) => {
      await mkdir(join(folder, name), { recursive: true })
      await writeFile(join(folder, name, 'index.mjs'), '// The local cloud runs the bundle itself.\n')
    }),
  )
}

/** Nobody deploys these: what is deployed is held against CloudFormation's schemas, by `cdk` and by the tests. */
const synthesize = async (): Promise<Stack[]> => {
  const [{ buildApp }, { localStage }, { functions }] = await Promise.all([
    import('../../lib/app.ts'),
    import('../../lib/stages.ts'),
    import('../../lib/functions.ts'),
  ])
  const bundles = join(cacheFolder, 'empty-bundles')
  const outdir = join(cacheFolder, 'assembly')
  await rm(outdir, { recursive: true, force: true })
  await writeEmptyBundles(
    bundles,
    functions.map(({ name }) => name),
  )
  const stage = localStage({
    siteUrl: placeholders.site,
    stripeApiBase: placeholders.stripe,
    chatUrl: placeholders.chat,
    userPoolEndpoint: placeholders.aws,
    libraryOrigin: placeholders.aws,
  })
  const assembly = buildApp(stage, { outdir, functionsFolder: bundles, validate: false }).synth()
  return assembly.stacks.map((stack) => ({ name: stack.stackName, template: stack.template }))
}

const readCache = async (key: string): Promise<string | undefined> => {
  try {
    const cached: { key: string; stacks: string } = JSON.parse(await readFile(cacheFile, 'utf8'))
    return cached.key === key ? cached.stacks : undefined
  } catch {
    // No cache, or one that is cut off: synthesizing again makes it good.
    return undefined
  }
}

/**
 * The CloudFormation templates of the stage `local`, as text with placeholders for the addresses. Synthesizing
 * takes some seconds; while nothing that CDK reads has changed, the last result is used.
 */
export const loadTemplates = async (): Promise<string> => {
  const key = await hashOf(['lib', 'shared', 'services', 'package-lock.json'], readByCdk)
  const cached = await readCache(key)
  if (cached !== undefined) return cached
  const stacks = JSON.stringify(await synthesize())
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(cacheFile, JSON.stringify({ key, stacks }))
  return stacks
}

/** The stacks with the addresses in their places. */
export const withAddresses = (templates: string, addresses: Addresses): Stack[] =>
  JSON.parse(
    templates
      .replaceAll(placeholders.site, addresses.site)
      .replaceAll(placeholders.stripe, addresses.stripe)
      .replaceAll(placeholders.aws, addresses.aws)
      .replaceAll(placeholders.chat, addresses.chat),
  )
