import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '#lib/stage-settings.ts'
import { cloudStage } from '#lib/stages.ts'
import { preflight, reservedConcurrency } from './preflight.ts'

const identity = mockClient(STSClient)
const parameters = mockClient(SSMClient)
const lambda = mockClient(LambdaClient)
const stacks = mockClient(CloudFormationClient)
const clients = [identity, parameters, lambda, stacks]
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => clients.forEach((client) => client.restore()))

const deploy = (values: object = {}, command = 'deploy') => {
  const settings = parseSettings('test.json', { region: 'eu-west-2', monthlyBudgetDollars: 25, ...values })
  return preflight(command, cloudStage('dev', settings), settings)
}

/** Sets the state of a stack. The others do not exist. */
const aStack = (StackName: string, StackStatus: string, EnableTerminationProtection = false) =>
  stacks.on(DescribeStacksCommand, { StackName }).resolves({
    Stacks: [
      {
        StackName,
        CreationTime: new Date(0),
        // The states of CloudFormation.
        StackStatus: StackStatus as 'UPDATE_COMPLETE',
        EnableTerminationProtection,
      },
    ],
  })

beforeEach(() => {
  for (const client of clients) client.reset()
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
  parameters.on(GetParameterCommand).resolves({})
  stacks.on(DescribeStacksCommand).rejects(
    new CloudFormationServiceException({
      name: 'ValidationError',
      message: 'The stack does not exist',
      $fault: 'client',
      $metadata: {},
    }),
  )
})

describe('checks before a deployment', () => {
  test('pass in an account that is ready', async () => {
    await expect(deploy()).resolves.toBeUndefined()
  })

  test('report missing credentials in one line', async () => {
    identity.on(GetCallerIdentityCommand).rejects(new Error('Could not load credentials.'))
    await expect(deploy()).rejects.toThrow(
      /^No usable AWS credentials: Could not load credentials\. Sign in with aws sso login or set AWS_PROFILE\.$/,
    )
  })

  test('reject credentials for another account', async () => {
    await expect(deploy({ account: '444455556666' })).rejects.toThrow('belongs to 444455556666')
  })

  test('report a missing bootstrap with the command', async () => {
    parameters.on(GetParameterCommand).rejects(new ParameterNotFound({ message: 'None', $metadata: {} }))
    await expect(deploy()).rejects.toThrow('npx cdk bootstrap aws://111122223333/eu-west-2 -c stage=dev')
  })

  const withQuota = (quota: number, free: number) => {
    lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free },
    })
    return deploy({ reservesConcurrency: true })
  }

  test.each([
    [10, 10],
    [reservedConcurrency + 100, 99],
  ])('stop a stage that reserves concurrency with a quota of %s and %s free', async (quota, free) => {
    await expect(withQuota(quota, free)).rejects.toThrow('Service Quotas')
    // A stage that reserves nothing needs no quota.
    await expect(deploy()).resolves.toBeUndefined()
  })

  test.each([
    [reservedConcurrency + 100, reservedConcurrency + 100],
    // The functions of the stage have reserved their share.
    [reservedConcurrency + 100, 100],
  ])('accept a stage that reserves concurrency with a quota of %s and %s free', async (quota, free) => {
    await expect(withQuota(quota, free)).resolves.toBeUndefined()
  })
})

describe('stacks of an earlier deployment', () => {
  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'])(
    'lose their protection after a failed creation: %s',
    async (status) => {
      aStack('advice-dev-data', status, true)
      await deploy()
      expect(stacks.commandCalls(UpdateTerminationProtectionCommand)).toHaveLength(1)
    },
  )

  test.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
    'keep their protection in the state %s',
    async (status) => {
      aStack('advice-dev-data', status, true)
      await deploy()
      expect(stacks.commandCalls(UpdateTerminationProtectionCommand)).toEqual([])
    },
  )

  test.each([
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback --stack-name advice-dev-api --region eu-west-2'],
    ['DELETE_FAILED', 'delete-stack --stack-name advice-dev-api --region eu-west-2'],
    ['UPDATE_IN_PROGRESS', 'is being changed'],
  ])('stop the deployment in the state %s, with the way out', async (status, message) => {
    aStack('advice-dev-api', status)
    await expect(deploy()).rejects.toThrow(message)
  })

  test('do not concern a diff', async () => {
    aStack('advice-dev-api', 'UPDATE_ROLLBACK_FAILED')
    await expect(deploy({}, 'diff')).resolves.toBeUndefined()
  })
})
