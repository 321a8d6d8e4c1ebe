import { spawnSync } from 'node:child_process'
import { preflight } from './deploy/preflight.ts'
import { requireSamePrices } from './deploy/prices.ts'
import { readRequest, type Request } from './deploy/request.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStage, cloudStageNamed } from '#lib/stages.ts'

const runCdk = ({ command, stage, rest }: Request): number => {
  const stacks = command === 'synth' ? ['--quiet'] : ['--all']
  const { status, error } = spawnSync('cdk', [command, ...stacks, '-c', `stage=${stage}`, ...rest], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  if (error) throw error
  return status ?? 1
}

const main = async (): Promise<void> => {
  const request = readRequest(process.argv.slice(2), process.env)
  const name = cloudStageNamed(request.stage)
  const settings = readSettings(name)
  const stage = cloudStage(name, settings)
  if (request.command !== 'synth') await preflight(request.command, stage, settings)
  if (request.command === 'deploy') await requireSamePrices(stage, process.env)
  process.exitCode = runCdk(request)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
