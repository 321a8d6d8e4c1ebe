import * as z from 'zod/mini'
import { hashOf } from '#platform/crypto.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, type Write } from '#platform/table/write.ts'
import { linkTypes } from './link.repository.ts'

/** Time for which an answer is accepted again, in seconds. The user pool waits five seconds before it repeats a call. */
const repeatSeconds = 60

/** An answer to the challenge of one sign-in attempt at the user pool. */
export interface Answer {
  readonly userId: string
  /** Random id of the attempt, which only the user pool and our triggers know. */
  readonly attempt: string
  readonly answer: string
}

const acceptedAnswer = z.object({
  entity: z.literal('accepted_answer'),
  /** The type of the link that was consumed, or `passkey` for a grant. */
  kind: z.enum([...linkTypes, 'passkey']),
  expires_at: z.string(),
})
export type AcceptedKind = z.infer<typeof acceptedAnswer>['kind']

/** The item names no user. The user is only part of the key, which is a hash. */
const keyOf = ({ userId, attempt, answer }: Answer) =>
  keys.acceptedAnswer(hashOf([userId, attempt, answer].join(' ')))

/** Returns the write that records an accepted answer. It belongs in the transaction that consumes the link or grant. */
export const acceptedAnswerWrite = (answer: Answer, kind: AcceptedKind, now: Date): Write => {
  const expiresAt = new Date(now.getTime() + repeatSeconds * 1000)
  const record: z.infer<typeof acceptedAnswer> = {
    entity: 'accepted_answer',
    kind,
    expires_at: expiresAt.toISOString(),
  }
  return put(keyOf(answer), {
    ...record,
    expires_at_epoch_seconds: Math.ceil(expiresAt.getTime() / 1000),
  })
}

/** Finds out whether an earlier call of the trigger has accepted the same answer in the same sign-in attempt. */
export const acceptedAnswerRepository = (table: Table) => ({
  async find(answer: Answer, now: Date): Promise<AcceptedKind | undefined> {
    const accepted = await table.find(keyOf(answer), acceptedAnswer)
    return accepted !== undefined && accepted.expires_at > now.toISOString() ? accepted.kind : undefined
  },
})

export type AcceptedAnswerRepository = ReturnType<typeof acceptedAnswerRepository>
