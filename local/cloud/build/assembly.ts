import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stack } from '#local/emulator/cloudformation/template.ts'
import { cacheFolder, hashOf } from './hash.ts'

/** Addresses of the local servers, known only once they are running. */
export interface Addresses {
  readonly site: string
  readonly stripe: string
  readonly aws: string
  readonly chat: string
}

/**
 * Placeholders for the addresses in the cached templates, so that the cache works for any port. `.invalid` names
 * never resolve (RFC 2606), so a placeholder that is left by mistake cannot reach another server.
 */
export const placeholders: Addresses = {
  site: 'http://site.local-cloud.invalid',
  stripe: 'http://stripe.local-cloud.invalid',
  aws: 'http://aws.local-cloud.invalid',
  chat: 'http://chat.local-cloud.invalid',
}

const cacheFile = join(cacheFolder, 'templates.json')

/** Folders with sources that CDK reads. */
export const foldersReadByCdk = ['lib', 'shared', 'services', 'web']

/**
 * Selects the sources that CDK reads: the stacks, the contract, the functions' permissions, and the inline script that
 * the content security policy allows by its hash.
 */
export const isReadByCdk = (path: string): boolean =>
  !path.includes('.test.') &&
  (!path.includes('/services/') || path.endsWith('/function.ts') || path.endsWith('/platform/env.ts')) &&
  (!path.includes('/web/') || /\/(?:live-door|build\/browsers)\.ts$/.test(path))

/** Writes an empty bundle for each function. CDK requires the files, but the templates do not use them. */
const writeEmptyBundles = async (folder: string, names: readonly string[]): Promise<void> => {
  await Promise.all(
    names.map(async (name) => {
      await mkdir(join(folder, name), { recursive: true })
      await writeFile(
        join(folder, name, 'index.mjs'),
        '// Placeholder. The local cloud runs its own bundles.\n',
      )
    }),
  )
}

/** Synthesizes the templates without validation: `cdk` and the tests validate those that are deployed. */
const synthesize = async (): Promise<Stack[]> => {
  const [{ buildApp }, { localStage }, { functions }] = await Promise.all([
    import('#lib/stacks/app.ts'),
    import('#lib/stages.ts'),
    import('#lib/functions.ts'),
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
  const quickly = { validate: false, recordsOrigins: false }
  const assembly = buildApp(stage, { ...quickly, outdir, functionsFolder: bundles }).synth()
  return assembly.stacks.map((stack) => ({ name: stack.stackName, template: stack.template }))
}

const readCache = async (key: string): Promise<string | undefined> => {
  try {
    const cached: { key: string; stacks: string } = JSON.parse(await readFile(cacheFile, 'utf8'))
    return cached.key === key ? cached.stacks : undefined
  } catch {
    // The cache is missing or incomplete. Synthesizing writes a new one.
    return undefined
  }
}

/**
 * Returns the CloudFormation templates of the stage `local` as text, with placeholders for the addresses.
 * Synthesizing takes a few seconds, so the result is cached until a source that CDK reads changes.
 */
export const loadTemplates = async (): Promise<string> => {
  const key = await hashOf([...foldersReadByCdk, 'package-lock.json'], isReadByCdk)
  const cached = await readCache(key)
  if (cached !== undefined) return cached
  const stacks = JSON.stringify(await synthesize())
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(cacheFile, JSON.stringify({ key, stacks }))
  return stacks
}

/** Parses the templates with the placeholders replaced by the addresses. */
export const withAddresses = (templates: string, addresses: Addresses): Stack[] =>
  JSON.parse(
    templates
      .replaceAll(placeholders.site, addresses.site)
      .replaceAll(placeholders.stripe, addresses.stripe)
      .replaceAll(placeholders.aws, addresses.aws)
      .replaceAll(placeholders.chat, addresses.chat),
  )
