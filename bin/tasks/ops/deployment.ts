import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#lib/bundle-functions.ts'
import { optionsOf } from '../deploy/cdk.ts'
import { parseSettings, settingsFile } from '#lib/stage-settings.ts'
import type { CloudStage } from '#lib/stages.ts'

/** Changes of a deployed stage that a command makes. Tests replace them. */
export interface Deployment {
  /** Writes settings into the stage's file, which the next deployment reads. */
  updateSettings(stage: CloudStage, changes: object): void
  /**
   * Deploys stacks of the stage.
   *
   * @param stacks options of `cdk deploy`: names of stacks, or `--all`
   * @param afterFailure the operator's next step if the deployment fails
   * @throws Error with the next step if the deployment fails
   */
  deploy(stage: CloudStage, stacks: readonly string[], afterFailure: string): void
}

export const deployment: Deployment = {
  updateSettings(stage, changes) {
    const file = join(projectRoot, settingsFile(stage))
    const settings = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes }
    parseSettings(settingsFile(stage), settings)
    writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
  },
  deploy(stage, stacks, afterFailure) {
    const options = ['--require-approval', 'never', ...optionsOf('deploy'), '-c', `stage=${stage}`]
    const { status } = spawnSync('cdk', ['deploy', ...stacks, ...options], {
      cwd: projectRoot,
      stdio: 'inherit',
    })
    if (status !== 0)
      throw new Error(
        `The deployment failed. ${settingsFile(stage)} has the new settings. Correct the cause, then ${afterFailure}.`,
      )
  },
}
