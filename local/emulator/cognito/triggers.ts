import { type InvokeTrigger, TriggerTimeout } from './types.ts'
import { CognitoError } from './errors.ts'
import type { Pool } from './pools.ts'
import type { User } from './user.ts'
import type { TriggerName } from './trigger-names.ts'

export interface TriggerCall {
  readonly name: TriggerName
  /** The part of `triggerSource` after the underscore, e.g. `Authentication`. */
  readonly occasion: string
  readonly pool: Pool
  readonly clientId: string
  readonly userId: string
  readonly request: object
  /** The empty response that Cognito sends and the function fills in. */
  readonly response: object
}

/** Runs a trigger. Returns `null` if the pool has no trigger of that name. */
export type RunTrigger = (call: TriggerCall) => Promise<Record<string, unknown> | null>

/** Returns the attributes as triggers receive them: none for a user who does not exist. */
export const triggerAttributes = (user: User | undefined): Record<string, string> =>
  user
    ? {
        sub: user.id,
        'cognito:user_status': user.status,
        ...(user.attributes['email'] ? { 'cognito:email_alias': user.attributes['email'] } : {}),
        ...user.attributes,
      }
    : {}

const prefixes: Readonly<Partial<Record<TriggerName, string>>> = { PreTokenGeneration: 'TokenGeneration' }

/** Cognito may repeat a call that has timed out. It no longer documents how often. */
const maxCalls = 3

/**
 * Repeats calls that time out. A call that times out may have taken effect.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
const repeated =
  (invoke: InvokeTrigger): InvokeTrigger =>
  async (arn, event) => {
    for (let call = 1; ; call += 1) {
      try {
        return await invoke(arn, structuredClone(event))
      } catch (error) {
        if (!(error instanceof TriggerTimeout) || call >= maxCalls) throw error
      }
    }
  }

/**
 * Creates the caller of trigger functions, with events of version 1. Converts their errors to Cognito's error
 * for clients.
 */
export const createTriggers =
  (invoke: InvokeTrigger, region: string): RunTrigger =>
  async ({ name, occasion, pool, clientId, userId, request, response }) => {
    const arn = pool.definition.triggers[name]
    if (!arn) return null
    const event = {
      version: '1',
      region,
      userPoolId: pool.definition.id,
      userName: userId,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
      triggerSource: `${prefixes[name] ?? name}_${occasion}`,
      request,
      response,
    }
    const result = await repeated(invoke)(arn, event).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      throw new CognitoError('UserLambdaValidationException', `${name} failed with error ${message}.`)
    })
    if (typeof result?.response !== 'object' || result.response === null)
      throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output')
    return result.response
  }
