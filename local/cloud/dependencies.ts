import * as paths from '#shared/values/site-map.ts'
import { createCognito } from '#local/emulator/cognito/cognito.ts'
import { startDynamoDb, type DynamoDbLocal } from '#local/emulator/dynamodb/dynamodb.ts'
import type { DynamoDbProcess } from '#local/emulator/dynamodb/process.ts'
import { startAws, type AwsEmulator } from '#local/emulator/endpoint/server.ts'
import { loadTemplates, withAddresses } from './build/assembly.ts'
import { openBundles, type Bundles } from './build/bundles.ts'
import { createClock, type Clock } from '#local/kit/clock.ts'
import { createFaults } from '#local/kit/faults.ts'
import type { Functions } from '#local/emulator/lambda/functions.ts'
import { buildWorkerFile } from '#local/emulator/lambda/worker-file.ts'
import { startChat, type ChatEmulator } from '#local/chat/server.ts'
import { startStripe } from '#local/stripe/server.ts'
import { readModel, type CloudModel } from '#local/emulator/cloudformation/model.ts'
import { readSecrets, type SecretValue } from '#local/emulator/cloudformation/secrets.ts'
import type { CallRecord } from '#local/kit/call-record.ts'
import { type CognitoEmulator, TriggerTimeout } from '#local/emulator/cognito/types.ts'
import type { Faults } from '#local/kit/faults.ts'
import type { StripeEmulator } from '#local/stripe/server.ts'
import { preferPort } from '#local/kit/listen.ts'
import { prices } from './prices.ts'

export const location = { region: 'eu-west-2', accountId: '000000000000' }

/** Secrets of the local cloud. They are not valid anywhere else. */
const sharedSecrets = {
  'stripe-secret-key': 'sk_test_local_emulator',
  'stripe-webhook-secret': 'whsec_local_emulator',
  'second-factor-key': 'second_factor_key_local_emulator',
  'chat-identity-key': 'chat_identity_local_emulator',
  'chat-webhook-secret': 'chat_webhook_local_emulator',
  'chat-api-access': '1:1:chat_api_local_emulator',
}

/** The secret that encrypts the keys of authenticator apps. */
export const secondFactorSecret = sharedSecrets['second-factor-key']

/** The running emulators and the parsed templates. */
export interface CloudDependencies {
  readonly clock: Clock
  readonly faults: Faults
  readonly dynamodb: DynamoDbLocal
  readonly aws: AwsEmulator
  readonly cognito: CognitoEmulator
  readonly stripe: StripeEmulator
  readonly chat: ChatEmulator
  readonly model: CloudModel
  /** Reads templates in the same way as `model`, with the addresses and secrets of the running cloud. */
  readTemplates(templates: string): CloudModel
  readonly workerFile: string
  readonly bundles: Bundles
  /** Calls to Stripe. The AWS endpoint records the other calls. */
  readonly stripeCalls: CallRecord[]
  /** Lets the user pool's triggers invoke the functions, which are created later. */
  bindFunctions(functions: Functions): void
  close(): Promise<void>
}

const createTriggers = () => {
  let functions: Functions | undefined
  return {
    bind: (ready: Functions) => {
      functions = ready
    },
    invoke: async (arn: string, event: object) => {
      if (!functions) throw new Error('The functions have not started yet')
      const result = await functions.invoke(arn, event)
      if (!result.ok) {
        const { errorType, errorMessage } = result.error
        throw errorType === 'Sandbox.Timedout' ? new TriggerTimeout(errorMessage) : new Error(errorMessage)
      }
      return result.payload as { response: Record<string, unknown> }
    },
  }
}

const startStripeEmulator = (port: number, site: string, shared: { clock: Clock; faults: Faults }) => {
  const calls: CallRecord[] = []
  const started = preferPort(port, (chosen) =>
    startStripe({
      ...shared,
      port: chosen,
      deliverTo: () => `${site}${paths.stripeWebhook}`,
      record: (call) =>
        calls.push({
          ...call,
          at: shared.clock.now().toISOString(),
          function: '',
          service: 'stripe',
          allowed: true,
        }),
      prices,
      listsWebhookEndpoint: true,
      secretKey: sharedSecrets['stripe-secret-key'],
      webhookSecret: sharedSecrets['stripe-webhook-secret'],
    }),
  )
  return { started, calls }
}

const startChatEmulator = (port: number, site: string, clock: Clock): Promise<ChatEmulator> =>
  preferPort(port, (chosen) =>
    startChat({
      port: chosen,
      clock,
      site,
      identityKey: sharedSecrets['chat-identity-key'],
      webhookSecret: sharedSecrets['chat-webhook-secret'],
      apiAccess: sharedSecrets['chat-api-access'],
    }),
  )

/** Functions to bundle before the start. The others are bundled when they are first called. */
export type Prebundle = 'all' | readonly string[]

const prepareBundles = async (prebundle: Prebundle): Promise<Bundles> => {
  const bundles = await openBundles()
  if (prebundle !== 'all') await bundles.prepare(prebundle)
  else if (!(await bundles.bundleAll())) throw new Error('Some functions could not be bundled')
  return bundles
}

interface DependencyOptions {
  readonly port: number
  readonly prebundle: Prebundle
  readonly database: Promise<DynamoDbProcess>
}

/**
 * Starts the emulators in parallel. `port` is the site's; the others use the ports after it if they are free.
 * Rejects if `prebundle` is `all` and a function cannot be bundled.
 */
export const startDependencies = async (
  site: string,
  { port, prebundle, database }: DependencyOptions,
): Promise<CloudDependencies> => {
  const clock = createClock()
  const faults = createFaults()
  const triggers = createTriggers()
  const secrets = new Map<string, SecretValue>()
  const cognito = createCognito({ clock, ...location, invoke: triggers.invoke })
  const stripe = startStripeEmulator(port + 2, site, { clock, faults })
  const [workerFile, templates, dynamodb, stripeEmulator, chat, bundles] = await Promise.all([
    buildWorkerFile(),
    loadTemplates(),
    startDynamoDb({ clock, ...location }, database),
    stripe.started,
    startChatEmulator(port + 4, site, clock),
    prepareBundles(prebundle),
  ])
  const aws = await preferPort(port + 1, (chosen) =>
    startAws({
      port: chosen,
      clock,
      faults,
      ...location,
      siteOrigin: () => site,
      cognito,
      secrets,
      dynamodb,
      verifiedIdentities: [],
    }),
  )
  const addresses = { site, stripe: stripeEmulator.url, aws: aws.url, chat: chat.url }
  const knownSecrets = readSecrets(withAddresses(templates, addresses), location, sharedSecrets)
  for (const [id, secret] of knownSecrets) secrets.set(id, secret)
  const readTemplates = (text: string) =>
    readModel(withAddresses(text, addresses), {
      location,
      secrets: knownSecrets,
      functionPrefix: 'advice-local-',
    })
  return {
    clock,
    faults,
    dynamodb,
    aws,
    cognito,
    stripe: stripeEmulator,
    chat,
    stripeCalls: stripe.calls,
    model: readTemplates(templates),
    readTemplates,
    workerFile,
    bundles,
    bindFunctions: triggers.bind,
    close: async () => {
      bundles.stop()
      await Promise.all([aws.close(), stripeEmulator.close(), chat.close(), dynamodb.close()])
    },
  }
}
