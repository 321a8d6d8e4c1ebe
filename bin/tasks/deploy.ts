import { spawnSync } from 'node:child_process'
import { alarmSubscription } from './deploy/alarm-subscription.ts'
import { optionsOf } from './deploy/cdk.ts'
import { preflight } from './deploy/preflight.ts'
import { requireSamePrices } from './deploy/prices.ts'
import { readDeployOptions, type DeployOptions } from './deploy/options.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStage, cloudStageNamed, type Stage } from '#lib/stages.ts'

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

/**
 * Prints a warning if nobody receives the alarms, or if a link in an email could end them. The deployment counts as
 * successful, because after the first one AWS has only just sent the email that asks for confirmation.
 */
const warnOfAlarms = async (stage: Stage): Promise<void> => {
  try {
    const { problem, warning: findWarning } = await alarmSubscription(stage)
    if (problem !== undefined) console.warn(`\nNOBODY RECEIVES ALARMS of ${stage.name}: ${problem}.`)
    const warning = await findWarning()
    if (warning !== undefined) console.warn(`\nWarning about the alarms of ${stage.name}: ${warning}.`)
  } catch (error) {
    // A failed check does not fail the deployment. The smoke test fails if nobody receives the alarms.
    const reason = error instanceof Error ? error.message : String(error)
    console.warn(`\nNot fully checked whether alarms of ${stage.name} are received: ${reason}`)
  }
}

const main = async (): Promise<void> => {
  const options = readDeployOptions(process.argv.slice(2), process.env)
  const name = cloudStageNamed(options.stage)
  const settings = readSettings(name)
  const stage = cloudStage(name, settings)
  if (options.command !== 'synth') {
    const { wasDeployed } = await preflight(options, stage, settings)
    if (options.command === 'deploy') await requireSamePrices(stage, { wasDeployed }, process.env)
  }
  process.exitCode = runCdk(options)
  if (options.command === 'deploy' && process.exitCode === 0) await warnOfAlarms(stage)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
