import { parseArgs } from 'node:util'
import { readStage } from '#lib/stages.ts'
import { outputOf } from './ops/outputs.ts'
import { smoke } from './smoke/checks.ts'

const usage = `npm run smoke -- --stage <name>
npm run smoke -- --site https://… --api https://…

Checks a deployed site over HTTP. It changes nothing and needs no account.`

const addressesOf = async (): Promise<{ site: string; api: string | undefined }> => {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, site: { type: 'string' }, api: { type: 'string' } },
  })
  if (values.site) return { site: values.site, api: values.api }
  if (!values.stage) throw new Error(usage)
  const stage = readStage(values.stage)
  return { site: await outputOf(stage, 'SiteUrl'), api: await outputOf(stage, 'ApiUrl') }
}

const main = async (): Promise<void> => {
  const { site, api } = await addressesOf()
  const results = await smoke(site, api)
  for (const { name, problem } of results)
    console.log(`${problem ? '✗' : '✓'} ${name}${problem ? `: ${problem}` : ''}`)
  const failed = results.filter(({ problem }) => problem !== undefined).length
  console.log(failed === 0 ? `${site} works.` : `${failed} of ${results.length} checks failed.`)
  if (failed > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
