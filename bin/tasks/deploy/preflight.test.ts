import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda'
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '#lib/stage-settings.ts'
import { cloudStage } from '#lib/stages.ts'
import { neededConcurrency } from './concurrency.ts'
import { preflight } from './preflight.ts'
import { readDeployOptions } from './options.ts'

const identity = mockClient(STSClient)
const parameters = mockClient(SSMClient)
const lambda = mockClient(LambdaClient)
const stacks = mockClient(CloudFormationClient)
const ses = mockClient(SESv2Client)
const clients = [identity, parameters, lambda, stacks, ses]
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => clients.forEach((client) => client.restore()))

const deploy = (values: object = {}, command = 'deploy', ...options: string[]) => {
  const settings = parseSettings('test.json', { region: 'eu-west-2', monthlyBudgetDollars: 25, ...values })
  const parsed = readDeployOptions([command, '--stage', 'dev', ...options], {})
  return preflight(parsed, cloudStage('dev', settings), settings)
}

/** Makes a stack exist in this state. All others do not exist. */
const aStack = (
  StackName: string,
  StackStatus: string,
  EnableTerminationProtection = false,
  outputs: Readonly<Record<string, string>> = {},
) =>
  stacks.on(DescribeStacksCommand, { StackName }).resolves({
    Stacks: [
      {
        StackName,
        CreationTime: new Date(0),
        // Cast because the SDK's type lists the possible states.
        StackStatus: StackStatus as 'UPDATE_COMPLETE',
        EnableTerminationProtection,
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  })

beforeEach(() => {
  for (const client of clients) client.reset()
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
  parameters.on(GetParameterCommand).resolves({})
  ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true })
  ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true })
  lambda
    .on(GetFunctionConcurrencyCommand)
    .rejects(new ResourceNotFoundException({ message: 'None', Type: 'User', $metadata: {} }))
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
    await expect(deploy()).resolves.toEqual({ wasDeployed: false })
    aStack('advice-dev-content', 'UPDATE_COMPLETE')
    await expect(deploy()).resolves.toEqual({ wasDeployed: true })
  })

  test('print whether SES sends emails', async () => {
    await deploy()
    expect(console.log).toHaveBeenCalledWith('SES sends to all addresses in eu-west-2.')
  })

  test('do not take another rejection for a stack that does not exist', async () => {
    stacks.on(DescribeStacksCommand).rejects(
      new CloudFormationServiceException({
        name: 'ValidationError',
        message: '1 validation error detected',
        $fault: 'client',
        $metadata: {},
      }),
    )
    await expect(deploy()).rejects.toThrow('1 validation error detected')
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

  test.each([
    { free: 10, own: 0, isEnough: false },
    { free: neededConcurrency, own: 0, isEnough: true },
    { free: neededConcurrency - 1, own: 0, isEnough: false },
    // The functions of the stage have reserved their share.
    { free: 100, own: neededConcurrency - 100, isEnough: true },
    // Another stage of the account has reserved the rest.
    { free: 100, own: 0, isEnough: false },
    // A new function reserves more than the deployed ones.
    { free: 100, own: neededConcurrency - 101, isEnough: false },
  ])(
    'with $free free and $own reserved by the stage, there is enough: $isEnough',
    async ({ free, own, isEnough }) => {
      lambda.on(GetAccountSettingsCommand).resolves({
        AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: free },
      })
      lambda
        .on(GetFunctionConcurrencyCommand, { FunctionName: 'advice-dev-stripe-webhook' })
        .resolves({ ReservedConcurrentExecutions: own })
      const outcome = await deploy({ reservesConcurrency: true }).catch(String)
      const problem: unknown = expect.stringContaining(`dev needs ${neededConcurrency} concurrent executions`)
      expect(outcome).toEqual(isEnough ? { wasDeployed: false } : problem)
      // A stage that reserves nothing needs no quota.
      await expect(deploy()).resolves.toBeDefined()
    },
  )
})

describe('settings that a command wrote', () => {
  const restoredTable = {
    name: 'advice-dev-restored-20260301T093000Z',
    streamArn: 'arn:aws:dynamodb:eu-west-2:111122223333:table/advice-dev-restored-1/stream/1',
  }
  const version = 'a'.repeat(32)

  test('may be missing in stacks of an earlier release', async () => {
    aStack('advice-dev-data', 'UPDATE_COMPLETE')
    await expect(deploy({ restoredTable })).resolves.toBeDefined()
  })

  test.each([
    ['restoredTable', 'data', 'RestoredTableInUse', restoredTable.name, {}],
    ['restoredTable', 'data', 'RestoredTableInUse', 'none', { restoredTable }],
    ['originSecretVersions', 'web', 'OriginSecretVersions', version, {}],
    [
      'originSecretVersions',
      'web',
      'OriginSecretVersions',
      version,
      { originSecretVersions: ['b'.repeat(32), version] },
    ],
  ])(
    'stop a deployment that would change %s of the stack %s',
    async (setting, part, output, value, values) => {
      aStack(`advice-dev-${part}`, 'UPDATE_COMPLETE', false, { [output]: value })
      await expect(deploy(values)).rejects.toThrow(`${setting} of dev is deployed as "${value}"`)
      await expect(deploy(values, 'deploy', '--accept-change', setting)).resolves.toBeDefined()
    },
  )

  test.each([
    ['restoredTable', { restoredTable }],
    ['originSecretVersions', { originSecretVersions: [version] }],
  ])(
    'stop the first deployment after a removal, for which %s is no longer right',
    async (setting, values) => {
      const message = `${setting} in stages/dev.json is of a former deployment, which was removed`
      await expect(deploy(values)).rejects.toThrow(message)
      aStack('advice-dev-data', 'ROLLBACK_COMPLETE')
      await expect(deploy(values)).rejects.toThrow(message)
      await expect(deploy(values, 'deploy', '--accept-change', setting)).resolves.toBeDefined()
    },
  )

  test('stop a deployment while a switch to a restored table is not complete', async () => {
    const unfinishedSwitch = { from: 'advice-dev-data-Table', since: '2026-03-01T12:00:00.000Z' }
    const values = { restoredTable: { ...restoredTable, unfinishedSwitch } }
    await expect(deploy(values)).rejects.toThrow('repeat npm run ops -- restore --stage dev')
    await expect(deploy(values, 'deploy', '--accept-change', 'restoredTable')).resolves.toBeDefined()
  })

  test('pass if they are as deployed', async () => {
    aStack('advice-dev-data', 'UPDATE_COMPLETE', false, { RestoredTableInUse: restoredTable.name })
    aStack('advice-dev-web', 'UPDATE_COMPLETE', false, { OriginSecretVersions: version })
    await expect(deploy({ restoredTable, originSecretVersions: [version] })).resolves.toBeDefined()
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
    await expect(deploy({}, 'diff')).resolves.toBeDefined()
  })
})
