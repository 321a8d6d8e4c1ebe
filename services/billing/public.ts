import { isUsable } from '../../shared/rules/pass.ts'
import { hashOf } from '../platform/crypto.ts'
import { findMember, isMemberSubscribed } from '../platform/member.ts'
import type { Table } from '../platform/table/table.ts'
import { type Answer, noteAnswer } from './note-answer.ts'
import { type Holder, passRepository } from './pass.repository.ts'

export type { Holder }

export type FindGuest = (guestKey: string, now: Date) => Promise<Holder | undefined>

/** Finds the holder of the guest pass that a key opens; undefined when it opens nothing now. */
export const guestFinder = (table: Table): FindGuest => {
  const passes = passRepository(table)
  return async (guestKey, now) => {
    const keyHash = hashOf(guestKey)
    const held = await passes.byKeyHash(keyHash)
    return held && isUsable(held.pass, now) ? { keyHash } : undefined
  }
}

export type TakeAnswer = (answer: Answer) => Promise<'started' | 'nothing'>

/**
 * Takes the news that an adviser has answered somebody. Who subscribes chats on the subscription: no pass of
 * theirs is used up.
 */
export const answerTaker = (table: Table, siteUrl: string): TakeAnswer => {
  const passes = passRepository(table)
  return async (answer) => {
    const { userId } = answer.holder
    const member = userId === undefined ? undefined : await findMember(table, userId)
    if (member && isMemberSubscribed(member, answer.now)) return 'nothing'
    return noteAnswer(answer, { passes, siteUrl })
  }
}
