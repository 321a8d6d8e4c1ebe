import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import type { StageSettings } from '#lib/stage-settings.ts'
import type { Stage } from '#lib/stages.ts'
import { requireAccount } from '../credentials/account.ts'
import { requireConcurrency } from './concurrency.ts'
import { requireFinishedSwitch, requireNoFormerSettings, requireSameSettings } from './deployed-settings.ts'
import { emailReadiness } from './email-readiness.ts'
import type { DeployOptions } from './options.ts'
import { findStacks, requireNotStuck, unprotectFailedCreations, wasDeployed } from './stacks.ts'

/** Version of CDK's bootstrap stack, in a parameter that `cdk bootstrap` writes. */
const bootstrapParameter = '/cdk-bootstrap/hnb659fds/version'

const requireBootstrap = async ({ region }: Stage, account: string): Promise<void> => {
  try {
    await new SSMClient({ region }).send(new GetParameterCommand({ Name: bootstrapParameter }))
  } catch (cause) {
    if (!(cause instanceof ParameterNotFound)) throw cause
    throw new Error(
      `The account is not prepared for CDK in ${region}: run npx cdk bootstrap aws://${account}/${region} -c stage=dev`,
      { cause },
    )
  }
}

/**
 * Checks the account before anything is built: credentials, account, bootstrap and, for a deployment, the deployed
 * settings and quotas. Prints whether SES sends emails. Returns whether the stage was deployed completely before.
 *
 * @throws Error that says in one line what is missing and how to add it
 */
export const preflight = async (
  { command, acceptedChanges }: DeployOptions,
  stage: Stage,
  settings: StageSettings,
): Promise<{ readonly wasDeployed: boolean }> => {
  const account = await requireAccount(stage, settings)
  if (command === 'destroy') return { wasDeployed: true }
  await requireBootstrap(stage, account)
  if (command !== 'deploy') return { wasDeployed: true }
  const stacks = await findStacks(stage)
  requireNotStuck(stage, stacks)
  requireFinishedSwitch(stage, settings, acceptedChanges)
  requireSameSettings(stage, stacks, acceptedChanges)
  requireNoFormerSettings(stage, stacks, acceptedChanges)
  if (stage.reservesConcurrency) await requireConcurrency(stage)
  for (const line of await emailReadiness(stage)) console.log(line)
  await unprotectFailedCreations(stage, stacks)
  return { wasDeployed: wasDeployed(stacks) }
}
