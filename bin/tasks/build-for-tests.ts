import { loadTemplates } from '#local/cloud/build/assembly.ts'
import { openBundles } from '#local/cloud/build/bundles.ts'
import { buildSite } from '#local/cloud/build/site.ts'

const fillBundles = async (): Promise<void> => {
  const bundles = await openBundles()
  if (!(await bundles.bundleAll())) throw new Error('Not every function could be bundled')
}

/** Builds the templates, the bundles of all functions and the pages, unless they are up to date. */
await Promise.all([loadTemplates(), fillBundles(), buildSite()])
// The bundler's own process would keep this one alive.
process.exit(0)
