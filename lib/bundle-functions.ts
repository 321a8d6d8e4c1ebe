import { readFile, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { functions } from './functions.ts'
import { withoutStackPerStripeRequest, withoutUnusedStripeResources } from './stripe-bundle.ts'

export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Files and folders on which the bundles depend. Bundles are kept until one of them changes. */
export const bundleSources = [
  'services',
  'shared',
  'lib/bundle-functions.ts',
  'lib/dynamodb-endpoint.ts',
  'lib/functions.ts',
  'lib/stripe-bundle.ts',
  'package-lock.json',
]

const builtinPattern = new RegExp(`^(node:)?(${builtinModules.join('|')})$`)

/** Node's modules that are needed for requests that functions never or rarely make. */
const loadedWhenUsed = new Set(['stream/web', 'stream/promises', 'fs/promises', 'zlib'])

/** Writes a module whose exports load `node:<path>` when they are read. */
const lazyBuiltin = (path: string): string => {
  const names = JSON.stringify(Object.keys(process.getBuiltinModule(`node:${path}`) ?? {}))
  return `for (const name of ${names}) Object.defineProperty(exports, name, { get: () => require('node:${path}')[name] })`
}

/**
 * Replaces ES imports of Node's modules with `require`. An import reads every export of a module, and some exports load
 * more modules: `node:http` loads undici (25 ms on Node 22), `node:fs` its streams (3 ms).
 */
const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup(builder) {
    builder.onResolve({ filter: builtinPattern }, ({ path, kind }) =>
      kind === 'require-call'
        ? { path, external: true }
        : { path: path.replace('node:', ''), namespace: 'required-builtin' },
    )
    builder.onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: loadedWhenUsed.has(path) ? lazyBuiltin(path) : `module.exports = require('node:${path}')`,
      loader: 'js',
    }))
  },
}

/**
 * Reads credentials from the environment only, where Lambda provides them. The SDK's default provider chain would add
 * about 100 KB to every bundle for SSO, profiles and instance metadata.
 */
const credentialsFromEnvironment: Plugin = {
  name: 'credentials-from-environment',
  setup(builder) {
    builder.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ resolveDir }) => ({
      path: 'credentials',
      namespace: 'environment-credentials',
      pluginData: resolveDir,
    }))
    builder.onLoad({ filter: /.*/, namespace: 'environment-credentials' }, ({ pluginData }) => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
      loader: 'js',
      resolveDir: String(pluginData),
    }))
  },
}

/**
 * Leaves out the configuration files of the AWS command line. Lambda has none, and the SDK looks for them at every cold
 * start, for each setting that no environment variable contains (5 ms).
 */
const withoutConfigFiles: Plugin = {
  name: 'without-config-files',
  setup(builder) {
    builder.onLoad({ filter: /shared-ini-file-loader\/loadSharedConfigFiles\.js$/ }, () => ({
      contents: `export { CONFIG_PREFIX_SEPARATOR } from './constants'
        export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })`,
      loader: 'js',
    }))
  },
}

/**
 * Leaves out the cache of discovered endpoints, 7 KB in every bundle. Functions call DynamoDB at its regional endpoint,
 * so nothing is ever discovered.
 */
const withoutEndpointDiscovery: Plugin = {
  name: 'without-endpoint-discovery',
  setup(builder) {
    builder.onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, () => ({
      path: 'endpoint-cache',
      namespace: 'no-endpoint-discovery',
    }))
    builder.onLoad({ filter: /.*/, namespace: 'no-endpoint-discovery' }, () => ({
      contents: 'export class EndpointCache { getEndpoint() {} }',
      loader: 'js',
    }))
  },
}

/**
 * Replaces the rules that find the endpoint of DynamoDB, 11 KB in every bundle. The SDK interprets them at the first
 * request, which takes 1 ms.
 */
const withoutEndpointRules: Plugin = {
  name: 'without-endpoint-rules',
  setup(builder) {
    builder.onLoad({ filter: /client-dynamodb[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/ }, () => ({
      contents: `export { defaultEndpointResolver } from './lib/dynamodb-endpoint.ts'`,
      resolveDir: projectRoot,
      loader: 'js',
    }))
  },
}

/**
 * Leaves out event streams, which no operation that we call returns. `HttpProtocol` of the SDK loads them by a dynamic
 * `import`, so esbuild keeps all code that they share with the rest of the SDK, used or not. A call that needs event
 * streams fails.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup(builder) {
    builder.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'event-streams', namespace: 'no-event-streams' } : undefined,
    )
    builder.onLoad({ filter: /.*/, namespace: 'no-event-streams' }, () => ({
      contents: `throw new Error('Bundles contain no event streams: see lib/bundle-functions.ts')`,
      loader: 'js',
    }))
  },
}

/**
 * Makes the SDK check for Node's streams only. All bodies are such streams, and its check of the global `ReadableStream`
 * makes Node load web streams for the first response (1.3 ms).
 */
const withoutWebStreams: Plugin = {
  name: 'without-web-streams',
  setup(builder) {
    builder.onLoad({ filter: /util-stream[\\/]stream-type-check\.js$/ }, () => ({
      contents: 'export const isReadableStream = () => false\nexport const isBlob = () => false',
      loader: 'js',
    }))
  },
}

/** Calls that only create a schema. */
const schemaCalls = /(?<![\w.'"`])z(?:\.(?:iso|coerce))?\s*\.\w+\(/g

/** Calls of the contract that only create a schema or an operation. */
const contractCalls =
  /(?<![\w.'"`])(?:operation|required\w*|optional\w*|changedLine|searchText|bounded|hasNone|base64url|password(?:\.check|UpTo|From))\(/g

const markPure = (code: string, calls: RegExp): string => code.replaceAll(calls, '/* @__PURE__ */ $&')

/**
 * Marks the calls that create schemas and operations as free of side effects, so that a function contains only those
 * that it uses. Otherwise esbuild keeps all of them: it decides before it knows the functions of other files.
 */
const pureSchemas: Plugin = {
  name: 'pure-schemas',
  setup(builder) {
    builder.onLoad({ filter: /[\\/](?:shared|services)[\\/].*\.ts$/ }, async ({ path }) => {
      const code = markPure(await readFile(path, 'utf8'), schemaCalls)
      return {
        contents: /shared[\\/]contract/.test(path) ? markPure(code, contractCalls) : code,
        loader: 'ts',
      }
    })
  },
}

const optionsFor = (outdir: string, names: readonly string[] | undefined): BuildOptions => ({
  absWorkingDir: projectRoot,
  entryPoints: functions
    .filter(({ name }) => !names || names.includes(name))
    .map(({ name, folder }) => ({ in: `${folder}/handler.ts`, out: `${name}/index` })),
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  inject: ['services/platform/source-traces.ts'],
  minify: true,
  treeShaking: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [
    pureSchemas,
    requireBuiltins,
    credentialsFromEnvironment,
    withoutConfigFiles,
    withoutEndpointDiscovery,
    withoutEndpointRules,
    withoutEventStreams,
    withoutWebStreams,
    withoutUnusedStripeResources,
    withoutStackPerStripeRequest,
  ],
  // Bundled CommonJS packages call `require`, which ES modules do not have.
  banner: {
    js: "import{createRequire as createRequireOfBanner}from'node:module';const require=createRequireOfBanner(import.meta.url);",
  },
})

export interface BundleRequest {
  /** Each function is written to `<outdir>/<name>/index.mjs`, with its source map. */
  readonly outdir: string
  /** Functions to bundle. Default: all, after emptying `outdir`. */
  readonly names?: readonly string[]
}

/** Bundles functions as they are deployed. Returns the duration in milliseconds. */
export const bundleFunctions = async ({ outdir, names }: BundleRequest): Promise<{ ms: number }> => {
  const startedAt = performance.now()
  if (!names) await rm(outdir, { recursive: true, force: true })
  await build(optionsFor(outdir, names))
  return { ms: Math.round(performance.now() - startedAt) }
}
