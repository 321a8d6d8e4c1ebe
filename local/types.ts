/** An identity of the local cloud: the role of one function, or the operator who may do everything. */
export interface Identity {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  /** The logical name of the function or `operator`. */
  readonly name: string
  readonly policies: readonly PolicyStatement[]
}

/** One statement of a role's policy, with every CloudFormation intrinsic resolved to text. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: string | readonly string[]
  readonly Resource: string | readonly string[]
  readonly Condition?: unknown
}

/** A call that reached a stand-in: kept for `GET /_local/calls` and the test of roles. */
export interface CallRecord {
  readonly at: string
  /** Name of the identity: the function's name. */
  readonly function: string
  /** `dynamodb`, `s3`, `ses`, `cognito`, `secretsmanager`, `stripe`. */
  readonly service: string
  readonly action: string
  readonly resource: string
  readonly allowed: boolean
  readonly status: number
}

export type FaultService = 'dynamodb' | 's3' | 'ses' | 'cognito' | 'stripe' | 'lambda'

/** A failure that the control interface asked for: `PUT /_local/faults`. */
export interface Fault {
  readonly service: FaultService
  readonly action: string
  /** Error code to answer with; without it a delayed call, or one whose answer is lost, goes through. */
  readonly error?: string
  readonly delayMs?: number
  /** How often it happens; without it, until faults are cleared. */
  times?: number
  /** The call takes effect but its answer never arrives. */
  readonly dropResponse?: boolean
}

export interface Faults {
  set(faults: readonly Fault[]): void
  /** Takes the next fault for a call, counting it down; `undefined` when the call is to go through. */
  take(service: FaultService, action: string): Fault | undefined
  clear(): void
}

export interface Mail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Every address that the HTML or the text links to, in order, once. */
  readonly links: readonly string[]
  readonly sentAt: string
}

/** Events that a user pool sends to its trigger functions, in Cognito's own shape. */
export type InvokeTrigger = (
  functionArn: string,
  event: object,
) => Promise<{ response: Record<string, unknown> }>

export interface UserPoolDefinition {
  readonly id: string
  readonly arn: string
  readonly name: string
  /** CloudFormation `LambdaConfig` with resolved ARNs. */
  readonly triggers: Readonly<Record<string, string>>
  readonly minPasswordLength: number
  readonly selfSignUp: boolean
}

export interface UserPoolClientDefinition {
  readonly id: string
  readonly userPoolId: string
  readonly explicitAuthFlows: readonly string[]
  readonly accessTokenSeconds: number
  readonly idTokenSeconds: number
  readonly refreshTokenSeconds: number
  readonly preventUserExistenceErrors: boolean
  readonly writeAttributes: readonly string[]
}

/** What an access token says, once its signature, issuer and expiry have been checked. */
export type TokenClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

export interface CognitoStandIn {
  addPool(pool: UserPoolDefinition): void
  addClient(client: UserPoolClientDefinition): void
  addGroup(userPoolId: string, group: string): void
  /**
   * Answers one call of the JSON API, e.g. `AdminCreateUser`. `identity` is null for the calls that
   * browsers make unsigned; signed calls have been checked against the role before.
   */
  handle(action: string, body: Record<string, unknown>): Promise<{ status: number; body: object }>
  /** The pool's public keys, as at `/<pool>/.well-known/jwks.json`. */
  jwks(userPoolId: string): object
  /** Checks signature, issuer and expiry of a token as an API Gateway JWT authorizer does. */
  verifyToken(userPoolId: string, token: string): Promise<TokenClaims>
  /** Forgets all users and sessions; pools, clients, groups and signing keys stay. */
  reset(): void
  /** Remembers the users as they are; the answer brings back exactly them, with no sessions. */
  snapshot(): () => void
}

/** What a test card does; a debit shows only days later whether it is paid. */
export type StripeCard = 'ok' | 'decline' | 'insufficient' | 'authenticate' | 'debit' | 'failingDebit'

/** A payment, by whichever of these is known. */
export interface PaymentName {
  readonly charge?: string | undefined
  readonly paymentIntent?: string | undefined
  readonly session?: string | undefined
  readonly invoice?: string | undefined
}

/** What buyers, banks and the shop's own staff do at Stripe. What it refuses is thrown as an error. */
export interface StripeControls {
  /** Pays an open Checkout Session as a person on its hosted page would. */
  pay(session: string, card: StripeCard): Promise<{ redirect: string | null; error?: string }>
  /** Gives a customer a new card for all that is charged from now on. */
  setCard(customer: string, card: string): void
  /** Gives a payment back, all that is left unless an amount (in pence) is named; `fails` sends it back again. */
  refund(wanted: PaymentName & { amount?: number | undefined; fails?: boolean | undefined }): {
    id: string
    amount: number
    status: string
  }
  /** Opens a dispute of a payment, or decides the one that is open. */
  dispute(wanted: PaymentName & { outcome: 'open' | 'won' | 'lost' }): {
    id: string
    status: string
    charge: string
  }
  /** The bank's answer to a direct debit that is under way, which otherwise comes after three days. */
  finishDebit(wanted: PaymentName & { outcome: 'paid' | 'failed' }): void
  /** Starts a subscription without Checkout, charged to the card of the customer who has one. */
  startSubscription(
    customer: string,
    lookupKey: string,
  ): { id: string; status: string; invoice: string | null }
  /** What becomes of a subscription after the last retry of its payment. */
  configure(settings: { afterRetries: 'canceled' | 'unpaid' | 'past_due' }): void
}

export interface StripeStandIn extends StripeControls {
  /** `http://localhost:<port>`: API, hosted pages and portal. */
  readonly url: string
  readonly secretKey: string
  /** The secret that events are signed with now. */
  readonly webhookSecret: string
  /** Makes a new secret; the one before signs as well for a while (a day unless told, in seconds). */
  rotateWebhookSecret(graceSeconds?: number): { secret: string; previousUntil: string }
  setWebhookMode(mode: 'deliver' | 'hold'): void
  webhooks(): { mode: 'deliver' | 'hold'; held: readonly object[]; delivered: readonly object[] }
  /** Delivers held events in the given order (all, oldest first, when none are named), each `copies` times. */
  release(events?: readonly string[], copies?: number): Promise<readonly { id: string; status: number }[]>
  /** Waits until no delivery is under way. */
  settle(): Promise<void>
  reset(): Promise<void>
  /** Remembers the account as it is; the answer brings it back, with no events under way. */
  snapshot(): () => Promise<void>
  close(): Promise<void>
}
