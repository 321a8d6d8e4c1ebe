import { spawnSync } from 'node:child_process'
import { optionsOf } from './deploy/cdk.ts'
import { preflight } from './deploy/preflight.ts'
import { requireSamePrices } from './deploy/prices.ts'
import { readRequest, type DeployOptions } from './deploy/request.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStage, cloudStageNamed } from '#lib/stages.ts'

const runCdk = ({ command, stage, rest }: DeployOptions): number => {
  const stacks = command === 'synth' ? [] : ['--all']
  const { status, error } = spawnSync(
    'cdk',
    [command, ...stacks, ...optionsOf(command), '-c', `stage=${stage}`, ...rest],
    { cwd: projectRoot, stdio: 'inherit' },
  )
  if (error) throw error
  return status ?? 1
}

const main = async (): Promise<void> => {
  const request = readRequest(process.argv.slice(2), process.env)
  const name = cloudStageNamed(request.stage)
  const settings = readSettings(name)
  const stage = cloudStage(name, settings)
  if (request.command !== 'synth') {
    const { wasDeployed } = await preflight(request, stage, settings)
    if (request.command === 'deploy') await requireSamePrices(stage, { wasDeployed }, process.env)
  }
  process.exitCode = runCdk(request)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
