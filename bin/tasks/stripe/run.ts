import type { Stripe } from 'stripe'
import { readSettings } from '#lib/stage-settings.ts'
import { isCloudStage, secretName } from '#lib/stages.ts'
import { requireAccountOf } from '../credentials/account.ts'
import { reasonOf } from '../command-line/reason.ts'
import { catalogueDifferences } from './catalogue.ts'
import { connect, explainStripeError } from './connect.ts'
import type { Difference } from './difference.ts'
import { portalDifferences } from './portal.ts'
import { readStripeOptions, type StripeOptions } from './options.ts'
import { awsSecret, localSecret, type SecretStore } from './secret-store.ts'
import { listSettings, type Setting } from './settings.ts'
import { vatDifferences } from './vat.ts'
import { webhookDifferences } from './webhook.ts'

export interface Report {
  readonly text: string
  /** True if the account has everything that the service needs. */
  readonly isComplete: boolean
}

const secretStoreOf = ({ stage }: StripeOptions): SecretStore =>
  stage === 'local'
    ? localSecret()
    : awsSecret(secretName(stage, 'stripe-webhook-secret'), readSettings(stage).region)

const findDifferences = async (
  stripe: Stripe,
  options: StripeOptions,
  secrets: SecretStore,
): Promise<Difference[]> => [
  // The tax rate comes first: prices name it.
  ...(await vatDifferences(stripe)),
  ...(await catalogueDifferences(stripe)),
  ...(await portalDifferences(stripe, options)),
  ...(await webhookDifferences(stripe, options, secrets)),
]

const marks = { confirmed: '✓', contradicted: '✗', unknown: '?' } as const

const settingLines = (settings: readonly Setting[]): string[] => [
  'Settings that only the Dashboard can change:',
  ...settings.flatMap(({ text, address, state, evidence }) => [
    `${marks[state]} ${text}.`,
    `    ${address}`,
    `    ${evidence}.`,
  ]),
]

const differenceLines = (differences: readonly Difference[]): string[] =>
  differences.map(({ text }) => `✗ ${text}.`)

/** Applies the differences one after the other. Adds a line for each. */
const applyAll = async (differences: readonly Difference[], lines: string[]): Promise<void> => {
  for (const { text, apply } of differences) lines.push(apply ? `✓ ${await apply()}` : `✗ ${text}.`)
}

/** Returns the error of a run that stopped halfway, with what it had done before. */
const interruption = (lines: readonly string[], cause: unknown): unknown => {
  if (lines.length === 0) return cause
  const text = `✗ Stopped: ${reasonOf(explainStripeError(cause))}`
  return new Error([...lines, text, 'Run the command again: it changes only what is left.'].join('\n'), {
    cause,
  })
}

const summaryOf = (options: StripeOptions, open: number): string => {
  const subject = `The Stripe account of the stage ${options.stage}`
  if (open === 0) return `${subject} has everything that the API can set up.`
  return `${subject} differs in ${open} ${open === 1 ? 'point' : 'points'}.`
}

/** Compares the account with what the service needs, and removes the differences unless it is only a check. */
export const setUp = async (
  stripe: Stripe,
  options: StripeOptions,
  secrets: SecretStore,
): Promise<Report> => {
  // The secret must be accessible before an endpoint is created: Stripe shows it only once.
  await secrets.read()
  const differences = await findDifferences(stripe, options, secrets)
  const lines = options.check ? differenceLines(differences) : []
  const open = options.check ? differences.length : differences.filter(({ apply }) => !apply).length
  let settings: readonly Setting[]
  try {
    if (!options.check) await applyAll(differences, lines)
    settings = await listSettings(stripe, options)
  } catch (error) {
    throw interruption(lines, error)
  }
  const isContradicted = settings.some(({ state }) => state === 'contradicted')
  return {
    text: [...lines, summaryOf(options, open), '', ...settingLines(settings)].join('\n'),
    isComplete: open === 0 && !isContradicted,
  }
}

/** Runs the command. Throws an error that says what is missing before anything is changed. */
export const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Report> => {
  const options = readStripeOptions(args, env)
  // The signing secret of the webhook is stored there.
  if (isCloudStage(options.stage)) await requireAccountOf(options.stage)
  const stripe = await connect(options)
  try {
    return await setUp(stripe, options, secretStoreOf(options))
  } catch (error) {
    throw explainStripeError(error)
  }
}
