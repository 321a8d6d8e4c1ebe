import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { errors } from './errors.ts'
import { find } from './find.ts'
import { runFunction } from './invoke.ts'
import { missingLogins } from './missing-logins.ts'
import { run } from './run.ts'

const stage = readStage('dev')
const logs = mockClient(CloudWatchLogsClient)
const lambda = mockClient(LambdaClient)
const identity = mockClient(STSClient)
identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
afterEach(() => [logs, lambda].forEach((client) => client.reset()))
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [logs, lambda, identity].forEach((client) => client.restore()))

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

/** Response of a function. The SDK's type adds methods to the bytes, which the commands do not use. */
const outcomeOf = (result: object) => ({
  Payload: Uint8Array.from(Buffer.from(JSON.stringify(result))) as never,
})

describe('ops missing-logins', () => {
  const sent = () =>
    lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }): unknown => {
      // The command sends text. The SDK's type also allows bytes.
      const { Payload } = input
      return typeof Payload === 'string' ? JSON.parse(Payload) : Payload
    })

  test('lists the accounts without a login, and closes none', async () => {
    lambda.on(InvokeCommand).resolves(outcomeOf({ accounts: 40, logins: 19, missing: ['user-1', 'user-2'] }))
    const text = await missingLogins(stage, undefined)
    expect(text).toMatch(/2 of 40 accounts have no login[^]*user-1\nuser-2[^]*--confirm 2/)
    expect(sent()).toEqual([{ list: true }])
  })

  test('closes the confirmed accounts, run by run', async () => {
    lambda
      .on(InvokeCommand)
      .resolvesOnce(outcomeOf({ closed: 100, orphaned: 0, left: 34, failed: 0 }))
      .resolvesOnce(outcomeOf({ closed: 34, orphaned: 0, left: 0, failed: 0 }))
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
    expect(await missingLogins(stage, '134')).toContain('Closed 134.')
    expect(printed.mock.calls).toEqual([['Closed 100 so far. 34 are left.']])
    printed.mockRestore()
    expect(sent()).toEqual([{ confirmed: 134 }, { confirmed: 34 }])
  })

  test('fails if more logins are missing than were confirmed', async () => {
    lambda.on(InvokeCommand).resolves(outcomeOf({ closed: 0, orphaned: 0, left: 35, failed: 0 }))
    await expect(missingLogins(stage, '34')).rejects.toThrow(
      '35 accounts have no login, which is more than you',
    )
    expect(sent()).toHaveLength(1)
  })

  test('fails if accounts could not be closed', async () => {
    lambda.on(InvokeCommand).resolves(outcomeOf({ closed: 30, orphaned: 0, left: 0, failed: 4 }))
    await expect(missingLogins(stage, '34')).rejects.toThrow('4 failed')
  })
})

describe('ops run', () => {
  test('runs a scheduled function, and passes on the event of a file', async () => {
    lambda.on(InvokeCommand).resolves(outcomeOf({ customers: 3 }))
    expect(await runFunction(stage, 'reconcile', undefined)).toBe('reconcile has run: {"customers":3}')
    const folder = mkdtempSync(join(tmpdir(), 'advice-ops-'))
    const file = join(folder, 'event.json')
    writeFileSync(file, '{"detail":{}}')
    await runFunction(stage, 'record-email-problems', file)
    rmSync(folder, { recursive: true })
    expect(lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { FunctionName: 'advice-dev-reconcile', Payload: '{}' },
      { FunctionName: 'advice-dev-record-email-problems', Payload: '{"detail":{}}' },
    ])
  })

  test('says that it still waits while a run takes long', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
    lambda.on(InvokeCommand).callsFake(() => {
      vi.advanceTimersByTime(45_000)
      return outcomeOf({ customers: 3 })
    })
    await runFunction(stage, 'reconcile', undefined)
    vi.useRealTimers()
    expect(printed.mock.calls).toEqual([
      ['Running reconcile: 20 s so far.'],
      ['Running reconcile: 40 s so far.'],
    ])
    printed.mockRestore()
  })

  test('calls no function without the event that it needs', async () => {
    await expect(runFunction(stage, 'record-email-problems', undefined)).rejects.toThrow(
      'record-email-problems needs the event that it missed: --event <file>',
    )
    const folder = mkdtempSync(join(tmpdir(), 'advice-ops-'))
    const file = join(folder, 'event.json')
    await expect(runFunction(stage, 'record-email-problems', file)).rejects.toThrow(
      /^The event could not be read: ENOENT.*event\.json/,
    )
    writeFileSync(file, 'the body')
    await expect(runFunction(stage, 'record-email-problems', file)).rejects.toThrow(
      /^The event could not be read: .* in .*event\.json/,
    )
    rmSync(folder, { recursive: true })
    expect(lambda.calls()).toEqual([])
  })

  test('rejects a function of users, and fails if the function fails', async () => {
    await expect(runFunction(stage, 'sign-up', undefined)).rejects.toThrow('cannot be run by hand')
    lambda.on(InvokeCommand).resolves({ ...outcomeOf({ errorMessage: 'no' }), FunctionError: 'Unhandled' })
    await expect(runFunction(stage, 'reconcile', undefined)).rejects.toThrow('advice-dev-reconcile failed')
  })
})

describe('ops', () => {
  test.each([
    [['find', 'abc-12345'], 'No stage'],
    [['rotate', 'guest-key-secret', '--stage', 'dev'], 'cannot change'],
    [['rotate', 'stripe', '--stage', 'dev'], 'Unknown secret'],
    [['dance', '--stage', 'dev'], 'npm run ops -- find'],
    [['redrve', '--stage', 'dev'], 'Unknown command "redrve"; did you mean redrive?'],
    [['find', '--stage', 'dev'], 'find is followed by the request id'],
    [['redrive', '--stage', 'dev', '--hours', '2'], '--hours is not an option of redrive'],
    [
      ['restore', '--stage', 'dev', '--deleted', '--to', '2026-03-01T09:30:00Z'],
      '--deleted takes no time and no confirmation',
    ],
    [['restore', '--stage', 'local', '--deleted'], 'Unknown stage "local"'],
    [['errors', '--stage', 'dev', '--hours', '1h'], '--hours is a number above 0'],
    [['redrive', '--stage', 'test'], 'Unknown stage'],
    [['restore', '--stage', 'dev'], 'Pass the time'],
    [['restore', '--stage', 'dev', '--to', 'yesterday'], 'Pass the time'],
    [
      ['restore', '--stage', 'dev', '--to', '2026-03-01T09:30:00Z', '--confirm', 'dve'],
      'Nothing was restored: --confirm is followed by dev',
    ],
    [['missing-logins', '--stage', 'dev', '--confirm', 'all'], 'Pass the number'],
    [['backfill-search', 'everything', '--stage', 'dev'], 'npm run ops -- find'],
  ])('rejects %j: %s', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message)
  })
})
