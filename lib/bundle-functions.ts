import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { functions } from './functions.ts'

export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
export const functionsFolder = join(projectRoot, 'dist', 'functions')

/**
 * Importing `node:http` as an ES module loads undici, some 25 ms of a cold start on Node 22 and 24 that
 * `require` does not cost. The AWS SDK and Stripe both import it; this makes them require it.
 */
const requireHttp: Plugin = {
  name: 'require-http',
  setup(builder) {
    builder.onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'require-call'
        ? { path, external: true }
        : { path: path.replace('node:', ''), namespace: 'required-builtin' },
    )
    builder.onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}')`,
      loader: 'js',
    }))
  },
}

/**
 * Lambda hands a function its role's credentials in the environment. The SDK's default chain would bring
 * along every other way to find some (SSO, profiles, instance metadata), some 100 KB of every bundle.
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

const optionsFor = (outdir: string, names: readonly string[] | undefined): BuildOptions => ({
  absWorkingDir: projectRoot,
  entryPoints: functions
    .filter(({ name }) => !names || names.includes(name))
    .map(({ name, folder }) => ({ in: `${folder}/handler.ts`, out: `${name}/index` })),
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
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
  plugins: [requireHttp, credentialsFromEnvironment],
  // CommonJS packages inside an ES module call `require`, which only CommonJS modules have.
  banner: {
    js: "import{createRequire as createRequireOfBanner}from'node:module';const require=createRequireOfBanner(import.meta.url);",
  },
})

export interface BundleRequest {
  /** Each function becomes `<outdir>/<name>/index.mjs`, with its source map beside it. */
  readonly outdir: string
  /** Only these functions; without it, all. */
  readonly names?: readonly string[]
}

/** Bundles functions as they are deployed, from nothing. Says how long it took, in milliseconds. */
export const bundleFunctions = async ({ outdir, names }: BundleRequest): Promise<{ ms: number }> => {
  const startedAt = performance.now()
  if (!names) await rm(outdir, { recursive: true, force: true })
  await build(optionsFor(outdir, names))
  return { ms: Math.round(performance.now() - startedAt) }
}
