import * as z from 'zod/mini'
import { stepUpHours } from '#shared/values/limits.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import type { StepUpRecord } from '#platform/account/records.ts'
import { auditWrite } from '#platform/table/audit.ts'
import { seal, unseal } from '#platform/seal.ts'
import { keys, stepUpPrefix } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, putNew, update, type Write } from '#platform/table/write.ts'

/** The authenticator app of an admin. */
export const secondFactorRecord = z.object({
  entity: z.literal('second_factor'),
  /** The app's key, encrypted. */
  sealed_key: z.string(),
  created_at: z.string(),
  /** The sign-in (`origin_jti`) that received the key. Only this sign-in receives the key again. */
  created_by: z.string(),
  /** Time of the first accepted code. Until then the factor may be replaced. */
  confirmed_at: z.optional(z.string()),
  /** Start of the 30-second step of the last accepted code. No code of it or of an earlier step is accepted again. */
  last_step_at: z.optional(z.string()),
})
export type SecondFactorRecord = z.infer<typeof secondFactorRecord>

const contextOf = (userId: string): string => `second-factor:${userId}`

/** Decrypts the key of an authenticator app. */
export const unsealKey = (
  userId: string,
  { sealed_key }: Pick<SecondFactorRecord, 'sealed_key'>,
  secret: string,
): string => unseal(sealed_key, { secret, context: contextOf(userId) })

interface NewKey {
  readonly key: string
  /** The sign-in that asked for the key. */
  readonly signIn: string
  /** The stage's secret. */
  readonly secret: string
  readonly now: Date
}

/** A code that was compared with the key, and the sign-in that it is for. */
interface AcceptedCode {
  readonly step: Date
  readonly signIn: string
  readonly now: Date
}

const newFactor = (userId: string, { key, signIn, secret, now }: NewKey): SecondFactorRecord => ({
  entity: 'second_factor',
  sealed_key: seal(key, { secret, context: contextOf(userId) }),
  created_at: now.toISOString(),
  created_by: signIn,
})

/** Returns the writes that consume an accepted code and store the step-up. The first code is audited as the set-up. */
const stepUpWrites = (
  userId: string,
  factor: SecondFactorRecord,
  { step, signIn, now }: AcceptedCode,
  validUntil: Date,
): Write[] => {
  const stepUp: StepUpRecord = {
    entity: 'step_up',
    sign_in: signIn,
    passed_at: now.toISOString(),
    valid_until: validUntil.toISOString(),
  }
  const subject = { kind: 'user', id: userId } as const
  return [
    update(
      keys.secondFactor(userId),
      'SET last_step_at = :step, confirmed_at = if_not_exists(confirmed_at, :now)',
      {
        onlyIf: 'sealed_key = :key AND (attribute_not_exists(last_step_at) OR last_step_at < :step)',
        values: { ':key': factor.sealed_key, ':step': step.toISOString(), ':now': now.toISOString() },
        otherwise: 'used',
      },
    ),
    put(keys.stepUp(userId, signIn), {
      ...stepUp,
      expires_at_epoch_seconds: Math.ceil(validUntil.getTime() / 1000),
    }),
    requireActiveAccount(userId, 'gone'),
    ...(factor.confirmed_at === undefined
      ? [auditWrite({ action: 'second-factor-set-up', by: { id: userId }, subject, now })]
      : []),
  ]
}

/** Stores the second factors of admins and the sign-ins after which they were entered. */
export const secondFactorRepository = (table: Table) => ({
  find: (userId: string): Promise<SecondFactorRecord | undefined> =>
    table.find(keys.secondFactor(userId), secondFactorRecord),

  /** Stores a new key in place of an unconfirmed one. Returns false if another request was first. */
  async create(userId: string, newKey: NewKey, earlier: SecondFactorRecord | undefined): Promise<boolean> {
    const record = newFactor(userId, newKey)
    const write =
      earlier === undefined
        ? putNew(keys.secondFactor(userId), record, 'changed')
        : put(keys.secondFactor(userId), record, {
            onlyIf: 'sealed_key = :earlier AND attribute_not_exists(confirmed_at)',
            values: { ':earlier': earlier.sealed_key },
            otherwise: 'changed',
          })
    const { failedCondition } = await table.transact(write, requireActiveAccount(userId, 'gone'))
    return failedCondition === undefined
  },

  /**
   * Consumes an accepted code and stores the step-up. Returns the time until which it counts; `undefined` if the code
   * has been used, or if the factor has been replaced or reset.
   */
  async stepUp(userId: string, factor: SecondFactorRecord, code: AcceptedCode): Promise<string | undefined> {
    const validUntil = new Date(code.now.getTime() + stepUpHours * 3600_000)
    const { failedCondition } = await table.transact(...stepUpWrites(userId, factor, code, validUntil))
    return failedCondition === undefined ? validUntil.toISOString() : undefined
  },

  /**
   * Deletes the second factor, then every step-up: without the factor, no code can create a step-up that the list would
   * miss.
   */
  async remove(userId: string): Promise<void> {
    await table.delete(keys.secondFactor(userId))
    const { pk } = keys.secondFactor(userId)
    for (const { sk } of await table.list(pk, stepUpPrefix)) await table.delete({ pk, sk: String(sk) })
  },
})

export type SecondFactorRepository = ReturnType<typeof secondFactorRepository>
