import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import { variablesFor } from '#platform/env.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { bundleBareFunction } from './functions/bare-function.ts'
import { type ColdStart, coldStart, requestEvent } from './functions/cold-start.ts'
import { type FakeCloud, startFakeCloud } from './functions/fake-cloud.ts'
import { budgetOf, type FunctionRow } from './functions/rows.ts'
import { spreadOf } from './statistics.ts'

interface Subject {
  readonly name: string
  readonly bundle: string
  readonly event: object
  readonly environment: Readonly<Record<string, string>>
}

const baseEnvironment = {
  AWS_REGION: 'eu-west-2',
  AWS_ACCESS_KEY_ID: 'ASIASAMPLE',
  AWS_SECRET_ACCESS_KEY: 'sample',
  AWS_SESSION_TOKEN: 'sample',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  TABLE_NAME: 'table',
}

/**
 * Operations that read or delete all data of an account, so that their first response does not measure the start of a
 * function.
 */
const longRequests = new Set(['delete-account', 'export-account-data'])

/**
 * The functions that accept their sample request. The others need a subscription, the second factor, a body or records
 * that the request does not have, and only their load is measured.
 */
const responding = new Set([
  'check-subscription',
  'create-checkout',
  'ensure-admin-role',
  'get-access',
  'get-billing',
  'get-library-emails',
  'get-profile',
  'has-active-one-time-access',
  'is-user-subscribed',
  'list-withdrawable-purchases',
  'sign-out',
  'start-passkey-sign-in',
  'validate-referral',
])

const subjectFor = ({ name, source, permissions }: FunctionDefinition, outdir: string, cloud: FakeCloud) => {
  const variables = Object.fromEntries(variablesFor(permissions).map((variable) => [variable, 'sample']))
  return {
    name,
    bundle: join(outdir, name, 'index.mjs'),
    // Events of other triggers are rejected, which takes no time, so only the load of these functions is measured.
    event: 'operation' in source ? requestEvent(source.operation) : {},
    environment: { ...variables, ...baseEnvironment, ...cloud.environment },
  }
}

/** Starts every subject once per round, in alternating order. */
const startInTurn = async (subjects: readonly Subject[], rounds: number) => {
  const runs = new Map<string, ColdStart[]>(subjects.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, bundle, event, environment } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const run = await coldStart(bundle, event, environment)
      // The first round fills the file cache.
      if (round > 0) runs.get(name)?.push(run)
    }
  }
  return runs
}

const rowFor = (
  definition: FunctionDefinition,
  kilobytes: number,
  runs: readonly ColdStart[],
  bare: readonly ColdStart[],
): FunctionRow => {
  const measure = (key: 'load' | 'first') => {
    const [times, bareTimes] = [runs.map((run) => run[key]), bare.map((run) => run[key])]
    const { median, low, high } = spreadOf(times)
    const bareMedian = spreadOf(bareTimes).median
    return {
      median: median / bareMedian,
      spread: (high - low) / 2 / bareMedian,
      fastest: Math.min(...times) / Math.min(...bareTimes),
    }
  }
  const responds = !longRequests.has(definition.name) && runs.every(({ status }) => status === 200)
  return {
    name: definition.name,
    kilobytes,
    load: measure('load'),
    ...(responds ? { first: measure('first') } : {}),
    mustRespond: responding.has(definition.name),
    budget: budgetOf(definition),
  }
}

/**
 * Measures load and first response of deployed bundles in new processes, divided by the times of a bare function with
 * the AWS SDK in the same rounds.
 *
 * @param names default: all functions
 */
export const measureFunctions = async (names: readonly string[], rounds: number): Promise<FunctionRow[]> => {
  const outdir = mkdtempSync(join(tmpdir(), 'bundles-'))
  const cloud = await startFakeCloud()
  try {
    await bundleFunctions({ outdir })
    const chosen = functions.filter(({ name }) => names.length === 0 || names.includes(name))
    const bare: Subject = {
      name: 'bare',
      bundle: await bundleBareFunction(outdir),
      event: {},
      environment: { ...baseEnvironment, ...cloud.environment },
    }
    const runs = await startInTurn(
      [bare, ...chosen.map((definition) => subjectFor(definition, outdir, cloud))],
      rounds,
    )
    return chosen.map((definition) => {
      const kilobytes = statSync(join(outdir, definition.name, 'index.mjs')).size / 1000
      return rowFor(definition, kilobytes, runs.get(definition.name) ?? [], runs.get('bare') ?? [])
    })
  } finally {
    await cloud.close()
    rmSync(outdir, { recursive: true })
  }
}
