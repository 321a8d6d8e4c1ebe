import { deployedSettings, type DeployedSetting } from '#lib/deployed-settings.ts'
import { settingsFile, type StageSettings } from '#lib/stage-settings.ts'
import type { Stage } from '#lib/stages.ts'
import { findStacks, isDeployed, outputIn, requireNotStuck, type DeployedStacks } from './stacks.ts'

/**
 * Stops a deployment that would return to another table or to an older origin secret, because a change that a command
 * made to the settings was not committed.
 *
 * @param accepted settings that the operator changes on purpose
 * @throws Error that names the setting and both values
 */
export const requireSameSettings = (
  stage: Stage,
  stacks: DeployedStacks,
  accepted: readonly DeployedSetting[],
): void => {
  for (const [setting, { part, output, valueOf }] of Object.entries(deployedSettings)) {
    const deployed = outputIn(stacks, part, output)
    const configured = valueOf(stage)
    if (deployed === undefined || deployed === configured || accepted.some((name) => name === setting))
      continue
    throw new Error(
      `${setting} of ${stage.name} is deployed as "${deployed}", but ${settingsFile(stage.name)} says "${configured}". Commit the settings of the last rotation or restore, or pass --accept-change ${setting} if the change is meant.`,
    )
  }
}

/**
 * Stops the first deployment after the removal of a stage if its settings still name resources of the removed stage.
 * The secret was deleted with all versions, and a restored table was not deleted, so the new deployment would fail or
 * use old data.
 *
 * @param accepted settings that the operator keeps on purpose, because the secret or the table still exists
 * @throws Error that names the setting
 */
export const requireNoFormerSettings = (
  stage: Stage,
  stacks: DeployedStacks,
  accepted: readonly DeployedSetting[],
): void => {
  if (isDeployed(stacks, 'data')) return
  for (const [setting, { part, valueIfUnset, valueOf }] of Object.entries(deployedSettings)) {
    const isUnset = valueOf(stage) === valueIfUnset
    if (isUnset || isDeployed(stacks, part) || accepted.some((name) => name === setting)) continue
    throw new Error(
      `${setting} in ${settingsFile(stage.name)} is of a former deployment, which was removed: remove the setting, or pass --accept-change ${setting} if what it names still exists.`,
    )
  }
}

/**
 * Stops a deployment while a switch to a restored table is not complete, because items that were written to the former
 * table in the meantime would be lost.
 *
 * @throws Error with the command that completes it
 */
export const requireFinishedSwitch = (
  stage: Stage,
  { restoredTable }: StageSettings,
  accepted: readonly DeployedSetting[],
): void => {
  if (restoredTable?.unfinishedSwitch === undefined || accepted.includes('restoredTable')) return
  throw new Error(
    `The switch of ${stage.name} to ${restoredTable.name} is not complete: repeat npm run ops -- restore --stage ${stage.name} with the same time, which deploys.`,
  )
}

/**
 * Checks that a command may deploy a stage outside `npm run deploy`: no stack is stuck or being changed, and the
 * settings equal the deployed ones, except for the setting that the command changes.
 *
 * @throws Error that says what to do first
 */
export const requireDeployable = async (stage: Stage, changed: DeployedSetting): Promise<void> => {
  const stacks = await findStacks(stage)
  requireNotStuck(stage, stacks)
  requireSameSettings(stage, stacks, [changed])
}
