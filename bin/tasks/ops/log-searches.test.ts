import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { errors } from './errors.ts'
import { find } from './find.ts'

const stage = readStage('dev')
const logs = mockClient(CloudWatchLogsClient)
const identity = mockClient(STSClient)
identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
afterEach(() => void logs.reset())
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [logs, identity].forEach((client) => client.restore()))

describe('ops find', () => {
  test('searches all log groups, 50 at a time, and sorts the lines', async () => {
    const logGroups = Array.from({ length: 70 }, (_, at) => ({
      logGroupName: `/aws/lambda/advice-dev-${at}`,
    }))
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [] })
    logs
      .on(DescribeLogGroupsCommand, { logGroupNamePrefix: '/aws/lambda/advice-dev-' })
      .resolves({ logGroups })
    logs.on(StartQueryCommand).resolvesOnce({ queryId: 'a' }).resolves({ queryId: 'b' })
    const line = (time: string) => [
      { field: '@timestamp', value: time },
      { field: '@message', value: 'created' },
    ]
    logs
      .on(GetQueryResultsCommand, { queryId: 'a' })
      .resolves({ status: 'Complete', results: [line('11:00')] })
    logs
      .on(GetQueryResultsCommand, { queryId: 'b' })
      .resolves({ status: 'Complete', results: [line('10:00')] })
    expect(await find(stage, 'abc-12345', 24)).toMatch(/^10:00.*\n11:00/)
    const searched = logs.commandCalls(StartQueryCommand).map(({ args: [{ input }] }) => input.logGroupNames)
    expect(searched.map((names) => names?.length)).toEqual([50, 20])
    expect(searched.flat()).toEqual(logGroups.map(({ logGroupName }) => logGroupName))
  })

  test('says that there may be more lines than it has read', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: '/group' }] })
    logs.on(StartQueryCommand).resolves({ queryId: 'a' })
    const line = [{ field: '@message', value: 'created' }]
    const returnLines = (lines: number) =>
      logs
        .on(GetQueryResultsCommand)
        .resolves({ status: 'Complete', results: Array.from({ length: lines }, () => line) })
    returnLines(199)
    expect(await find(stage, 'abc-12345', 24)).not.toContain('There may be more')
    returnLines(200)
    expect(await find(stage, 'abc-12345', 24)).toContain('There may be more: only the first 200 lines')
    const [query] = logs.commandCalls(StartQueryCommand)
    expect(query?.args[0].input.queryString).toContain('| limit 200')
  })

  test('searches from a whole second, which CloudWatch Logs requires', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: '/group' }] })
    logs.on(StartQueryCommand).resolves({ queryId: 'a' })
    logs.on(GetQueryResultsCommand).resolves({ status: 'Complete', results: [] })
    const now = new Date('2027-03-01T10:00:00Z')
    await find(stage, 'abc-12345', 0.3333, now)
    const [query] = logs.commandCalls(StartQueryCommand)
    expect(query?.args[0].input.startTime).toBe(now.getTime() / 1000 - 1200)
  })

  test('rejects text that could change the query', async () => {
    await expect(find(stage, '" | limit 1', 24)).rejects.toThrow('is not a request id')
  })
})

describe('ops errors', () => {
  test('counts failed requests and errors of functions, the most frequent first', async () => {
    logs
      .on(DescribeLogGroupsCommand, { logGroupNamePrefix: '/advice/dev/api' })
      .resolves({ logGroups: [{ logGroupName: '/advice/dev/api' }] })
    const groups = Array.from({ length: 51 }, (_, at) => ({ logGroupName: `/aws/lambda/advice-dev-${at}` }))
    logs
      .on(DescribeLogGroupsCommand, { logGroupNamePrefix: '/aws/lambda/advice-dev-' })
      .resolves({ logGroups: groups })
    logs
      .on(StartQueryCommand)
      .callsFake(({ logGroupNames: [first = ''] = [] }: { logGroupNames?: string[] }) => ({
        queryId: first,
      }))
    const resultOf = (queryId: string, ...rows: Record<string, string>[]) =>
      logs.on(GetQueryResultsCommand, { queryId }).resolves({
        status: 'Complete',
        results: rows.map((row) => Object.entries(row).map(([field, value]) => ({ field, value }))),
      })
    resultOf('/advice/dev/api', {
      requests: '7',
      route: 'POST /functions/get-access',
      status: '503',
      error: '-',
      latestId: 'abc-12345',
    })
    const timeout = '{"type":"platform.report","record":{"status":"timeout"}}'
    resultOf('/aws/lambda/advice-dev-0', {
      lines: '2',
      '@log': '111122223333:/aws/lambda/advice-dev-sign-up',
      latestLine: timeout,
    })
    resultOf('/aws/lambda/advice-dev-50', {
      lines: '9',
      '@log': '111122223333:/aws/lambda/advice-dev-reconcile',
      latestLine: 'failed',
    })
    expect(await errors(stage, 24)).toBe(`Requests that failed with a 5xx status:
7 × 503 POST /functions/get-access (latest: abc-12345)

Errors in the logs of functions:
9 × advice-dev-reconcile: failed
2 × advice-dev-sign-up: ${timeout}`)
  })

  test('leaves out sign-ins to unconfirmed addresses, and not other errors of that function', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: '/group' }] })
    logs.on(StartQueryCommand).resolves({ queryId: 'a' })
    const row = (status: string, name: string) => [
      { field: 'lines', value: '1' },
      { field: '@log', value: `111122223333:/aws/lambda/advice-dev-${name}` },
      { field: 'latestLine', value: status },
      { field: 'record.status', value: status },
    ]
    logs.on(GetQueryResultsCommand).resolves({
      status: 'Complete',
      results: [
        row('error', 'pre-token-generation'),
        row('timeout', 'pre-token-generation'),
        row('error', 'sign-up'),
      ],
    })
    const text = await errors(stage, 24)
    expect(text.split('functions:\n')[1]).toBe(
      '1 × advice-dev-pre-token-generation: timeout\n1 × advice-dev-sign-up: error',
    )
    const queries = logs.commandCalls(StartQueryCommand).map(({ args: [input] }) => input.input.queryString)
    expect(queries).toEqual(
      expect.arrayContaining([expect.stringContaining('@message not like "Email not confirmed"')]),
    )
  })

  test('says that there may be more kinds than it has read', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: '/group' }] })
    logs.on(StartQueryCommand).resolves({ queryId: 'a' })
    const row = [{ field: 'lines', value: '1' }]
    logs
      .on(GetQueryResultsCommand)
      .resolves({ status: 'Complete', results: Array.from({ length: 50 }, () => row) })
    expect((await errors(stage, 24)).match(/There may be more: only the 50 most/g)).toHaveLength(2)
  })

  test('fails if the stage has no logs', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [] })
    await expect(errors(stage, 24)).rejects.toThrow('There are no logs of dev')
  })
})
