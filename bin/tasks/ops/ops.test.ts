import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { readStage } from '#lib/stages.ts'
import { runFunction } from './invoke.ts'
import { missingLogins } from './missing-logins.ts'
import { run } from './run.ts'

const stage = readStage('dev')
const lambda = mockClient(LambdaClient)
const identity = mockClient(STSClient)
identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
afterEach(() => void lambda.reset())
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [lambda, identity].forEach((client) => client.restore()))

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
    [['rotate', 'second-factor-key', '--stage', 'dev'], 'is changed by hand: see docs/runbook.md'],
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
