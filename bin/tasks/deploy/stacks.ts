import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { stackParts, type StackPart } from '#lib/stacks/app.ts'
import type { Stage } from '#lib/stages.ts'

/** The deployed stacks of a stage, by their part. */
export type DeployedStacks = ReadonlyMap<StackPart, Stack>

/** Reads a stack. Returns undefined if it does not exist. */
export const findStack = async (
  client: CloudFormationClient,
  StackName: string,
): Promise<Stack | undefined> => {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0]
  } catch (error) {
    // CloudFormation has no error of its own for a stack that does not exist.
    const isValidation = error instanceof CloudFormationServiceException && error.name === 'ValidationError'
    if (isValidation && error.message.includes('does not exist')) return undefined
    throw error
  }
}

/** Reads the stacks of a stage. */
export const findStacks = async ({
  region,
  name,
}: Pick<Stage, 'region' | 'name'>): Promise<DeployedStacks> => {
  const client = new CloudFormationClient({ region })
  const found = await Promise.all(stackParts.map((part) => findStack(client, `advice-${name}-${part}`)))
  return new Map(stackParts.flatMap((part, at) => (found[at] ? [[part, found[at]] as const] : [])))
}

/** Statuses of a stack whose first creation failed. It has never served a request, so no data can be lost. */
const failedCreations = new Set(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'])

const isFailedCreation = ({ StackStatus }: Stack): boolean => failedCreations.has(StackStatus ?? '')

/** Returns whether a stack is deployed. A stack whose first creation failed is not. */
export const isDeployed = (stacks: DeployedStacks, part: StackPart): boolean => {
  const stack = stacks.get(part)
  return stack !== undefined && !isFailedCreation(stack)
}

/** Returns whether a stage was deployed completely before. Its pages are deployed last. */
export const wasDeployed = (stacks: DeployedStacks): boolean => isDeployed(stacks, 'content')

/** Returns an output of a stack, or undefined if a stack without it is deployed. */
export const outputIn = (stacks: DeployedStacks, part: StackPart, output: string): string | undefined =>
  stacks.get(part)?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue

const recoveryCommands: Readonly<Record<string, (name: string, region: string) => string>> = {
  UPDATE_ROLLBACK_FAILED: (name, region) =>
    `run aws cloudformation continue-update-rollback --stack-name ${name} --region ${region}, with --resources-to-skip for what cannot be restored, then deploy again`,
  DELETE_FAILED: (name, region) =>
    `run aws cloudformation delete-stack --stack-name ${name} --region ${region}, with --retain-resources for what cannot be deleted, then deploy again`,
}

/**
 * Checks that a deployment can begin. CloudFormation would reject it after everything is built.
 *
 * @throws Error that names the command which recovers the stack
 */
export const requireNotStuck = ({ region }: Stage, stacks: DeployedStacks): void => {
  for (const { StackName = '', StackStatus } of stacks.values()) {
    const status: string = StackStatus ?? ''
    const command = recoveryCommands[status]?.(StackName, region)
    if (command !== undefined) throw new Error(`${StackName} is stuck in ${status}: ${command}.`)
    if (status.endsWith('_IN_PROGRESS') && !failedCreations.has(status))
      throw new Error(`${StackName} is being changed (${status}): deploy again when it is done.`)
  }
}

/**
 * Removes the protection of stacks whose first creation failed. CDK has to replace them, so with the protection a
 * failed first deployment would block the next attempt.
 */
export const unprotectFailedCreations = async ({ region }: Stage, stacks: DeployedStacks): Promise<void> => {
  const client = new CloudFormationClient({ region })
  const failed = [...stacks.values()].filter(
    (stack) => stack.EnableTerminationProtection && isFailedCreation(stack),
  )
  await Promise.all(
    failed.map(async ({ StackName }) => {
      await client.send(
        new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
      )
      console.log(`${StackName}: its first creation failed, so it is replaced.`)
    }),
  )
}
