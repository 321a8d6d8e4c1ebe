import { createCognito } from '../aws/cognito/cognito.ts'
import { startDynamoDb, type DynamoDbLocal } from '../aws/dynamodb.ts'
import { startAws, type AwsStandIn } from '../aws/server.ts'
import { loadTemplates, withAddresses } from '../build/assembly.ts'
import { openBundles, type Bundles } from '../build/bundles.ts'
import { createClock, type Clock } from '../clock.ts'
import { createFaults } from '../faults.ts'
import type { Functions } from '../runtime/functions.ts'
import { buildWorkerFile } from '../runtime/worker-file.ts'
import { startChat, type ChatStandIn } from '../chat/server.ts'
import { functionsOfSeed } from '../seed/people.ts'
import { startStripe } from '../stripe/server.ts'
import { readModel, type CloudModel } from '../template/model.ts'
import { readSecrets, type KnownSecret } from '../template/secrets.ts'
import type { CallRecord, CognitoStandIn, Faults, StripeStandIn } from '../types.ts'
import { preferPort } from './listen.ts'
import { prices } from './prices.ts'

export const location = { region: 'eu-west-2', accountId: '000000000000' }

/** Only the stand-ins for Stripe and for the chat know these; they open nothing anywhere else. */
const sharedSecrets = {
  'stripe-secret-key': 'sk_test_local_stand_in',
  'stripe-webhook-secret': 'whsec_local_stand_in',
  'chat-identity-key': 'chat_identity_local_stand_in',
  'chat-webhook-secret': 'chat_webhook_local_stand_in',
}

/** The parts that everything else stands on, started, and the templates read. */
export interface Foundation {
  readonly clock: Clock
  readonly faults: Faults
  readonly dynamodb: DynamoDbLocal
  readonly aws: AwsStandIn
  readonly cognito: CognitoStandIn
  readonly stripe: StripeStandIn
  readonly chat: ChatStandIn
  readonly model: CloudModel
  readonly workerFile: string
  readonly bundles: Bundles
  /** Calls to Stripe, which are not the AWS endpoint's to record. */
  readonly stripeCalls: CallRecord[]
  /** Triggers of the user pool and other callers reach functions once they exist. */
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
      if (!functions) throw new Error('The functions are not there yet')
      const outcome = await functions.invoke(arn, event)
      if (!outcome.ok) throw new Error(outcome.error.errorMessage)
      return outcome.payload as { response: Record<string, unknown> }
    },
  }
}

const startStripeStandIn = (port: number, site: string, shared: { clock: Clock; faults: Faults }) => {
  const calls: CallRecord[] = []
  const started = preferPort(port, (chosen) =>
    startStripe({
      ...shared,
      port: chosen,
      deliverTo: () => `${site}/webhooks/stripe`,
      record: (call) =>
        calls.push({
          ...call,
          at: shared.clock.now().toISOString(),
          function: '',
          service: 'stripe',
          allowed: true,
        }),
      prices,
      secretKey: sharedSecrets['stripe-secret-key'],
      webhookSecret: sharedSecrets['stripe-webhook-secret'],
    }),
  )
  return { started, calls }
}

const startChatStandIn = (port: number, site: string, clock: Clock): Promise<ChatStandIn> =>
  preferPort(port, (chosen) =>
    startChat({
      port: chosen,
      clock,
      site,
      identityKey: sharedSecrets['chat-identity-key'],
      webhookSecret: sharedSecrets['chat-webhook-secret'],
    }),
  )

const bundlesOf = async (complete: boolean): Promise<Bundles> => {
  const bundles = await openBundles()
  if (!complete) await bundles.prepare(functionsOfSeed)
  else if (!(await bundles.fill())) throw new Error('Not every function could be bundled')
  return bundles
}

/**
 * Starts, side by side, all that does not depend on each other. `port` is the site's; others follow it. With
 * `complete`, all functions are bundled before it answers, and one that cannot be is an error; otherwise each is
 * bundled when it is needed.
 */
export const layFoundation = async (
  site: string,
  { port, complete }: { port: number; complete: boolean },
): Promise<Foundation> => {
  const clock = createClock()
  const faults = createFaults()
  const triggers = createTriggers()
  const secrets = new Map<string, KnownSecret>()
  const cognito = createCognito({ clock, ...location, invoke: triggers.invoke })
  const stripe = startStripeStandIn(port + 2, site, { clock, faults })
  const dynamodb = startDynamoDb({ clock, ...location })
  const [workerFile, templates, database, stripeStandIn, chat, bundles] = await Promise.all([
    buildWorkerFile(),
    loadTemplates(),
    dynamodb,
    stripe.started,
    startChatStandIn(port + 4, site, clock),
    bundlesOf(complete),
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
      dynamodb: database,
      verifiedIdentities: [],
    }),
  )
  const stacks = withAddresses(templates, {
    site,
    stripe: stripeStandIn.url,
    aws: aws.url,
    chat: chat.url,
  })
  const known = readSecrets(stacks, location, sharedSecrets)
  for (const [id, secret] of known) secrets.set(id, secret)
  return {
    clock,
    faults,
    dynamodb: database,
    aws,
    cognito,
    stripe: stripeStandIn,
    chat,
    stripeCalls: stripe.calls,
    model: readModel(stacks, { location, secrets: known, functionPrefix: 'advice-local-' }),
    workerFile,
    bundles,
    bindFunctions: triggers.bind,
    close: async () => {
      bundles.stop()
      await Promise.all([aws.close(), stripeStandIn.close(), chat.close(), database.close()])
    },
  }
}
