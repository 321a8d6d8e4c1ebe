import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { stackParts } from '#lib/app.ts'
import { functions } from '#lib/functions.ts'
import type { StageSettings } from '#lib/stage-settings.ts'
import type { Stage } from '#lib/stages.ts'

/** AWS always keeps this much concurrency for functions that reserve none. */
const unreservedConcurrency = 100

/** Version of CDK's bootstrap stack, in a parameter that `cdk bootstrap` writes. */
const bootstrapParameter = '/cdk-bootstrap/hnb659fds/version'

const accountOf = async ({ region }: Stage): Promise<string> => {
  try {
    const { Account } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}))
    return Account ?? ''
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `No usable AWS credentials: ${reason.replace(/\.$/, '')}. Sign in with aws sso login or set AWS_PROFILE.`,
      {
        cause,
      },
    )
  }
}

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

/** Sum of the concurrency that the functions of one stage reserve. */
export const reservedConcurrency = functions.reduce((sum, { reservedConcurrency: own = 0 }) => sum + own, 0)

const requireConcurrency = async ({ region, name }: Stage): Promise<void> => {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
  const { ConcurrentExecutions: quota = 0, UnreservedConcurrentExecutions: free = 0 } = AccountLimit ?? {}
  const needed = reservedConcurrency + unreservedConcurrency
  // Functions that are already deployed have reserved their share, which is no longer free.
  if (quota >= needed && (free >= needed || free >= unreservedConcurrency)) return
  throw new Error(
    `The account runs at most ${quota} functions at once in ${region}, and ${name} needs ${needed}: ask for more in Service Quotas (Lambda, "Concurrent executions"), or set reservesConcurrency to false.`,
  )
}

/** States of a stack whose first creation failed. Nothing is in it that could be lost. */
const failedCreations = new Set(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'])

const stuck: Readonly<Record<string, (name: string, region: string) => string>> = {
  UPDATE_ROLLBACK_FAILED: (name, region) =>
    `run aws cloudformation continue-update-rollback --stack-name ${name} --region ${region}, with --resources-to-skip for what cannot be restored, then deploy again`,
  DELETE_FAILED: (name, region) =>
    `run aws cloudformation delete-stack --stack-name ${name} --region ${region}, with --retain-resources for what cannot be deleted, then deploy again`,
}

/** Throws if a deployment of the stack cannot begin. CloudFormation would reject it after everything is built. */
const requireNotStuck = (name: string, status: string, region: string): void => {
  const advice = stuck[status]?.(name, region)
  if (advice !== undefined) throw new Error(`${name} is stuck in ${status}: ${advice}.`)
  if (status.endsWith('_IN_PROGRESS') && !failedCreations.has(status))
    throw new Error(`${name} is being changed (${status}): deploy again when it is done.`)
}

/**
 * Checks that no stack is stuck, and unprotects those whose first creation failed. CDK replaces them, which their
 * protection would prevent: a failed first deployment would block the next attempt.
 */
const prepareStacks = async ({ region, name }: Stage): Promise<void> => {
  const client = new CloudFormationClient({ region })
  for (const part of stackParts) {
    const StackName = `advice-${name}-${part}`
    const stack = await client.send(new DescribeStacksCommand({ StackName })).then(
      ({ Stacks }) => Stacks?.[0],
      (error: unknown) => {
        // The stack does not exist yet.
        if (error instanceof CloudFormationServiceException && error.name === 'ValidationError')
          return undefined
        throw error
      },
    )
    requireNotStuck(StackName, stack?.StackStatus ?? '', region)
    if (!stack?.EnableTerminationProtection || !failedCreations.has(stack.StackStatus ?? '')) continue
    await client.send(
      new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
    )
    console.log(`${StackName}: its first creation failed, so it is replaced.`)
  }
}

/**
 * Checks the account before anything is built: credentials, account, bootstrap and, for a deployment, quotas.
 *
 * @throws Error that says in one line what is missing and how to add it
 */
export const preflight = async (command: string, stage: Stage, settings: StageSettings): Promise<void> => {
  const account = await accountOf(stage)
  if (settings.account !== undefined && settings.account !== account)
    throw new Error(
      `These credentials are for the account ${account}, but ${stage.name} belongs to ${settings.account}.`,
    )
  if (command === 'destroy') return
  await requireBootstrap(stage, account)
  if (command !== 'deploy') return
  if (stage.reservesConcurrency) await requireConcurrency(stage)
  await prepareStacks(stage)
}
