import { minutesLeft } from '#shared/rules/access.ts'
import { factsOf, isUsable } from '#shared/rules/pass.ts'
import { findAccount, isAccountSubscribed } from '#platform/account/account.ts'
import { hashOf } from '#platform/crypto.ts'
import type { Table } from '#platform/table/table.ts'
import { findUsableGuestPass } from './find-usable-guest-pass.ts'
import { guestKeys } from './guest-keys.ts'
import { findPassInUse, type PassHolder, passRepository } from './pass.repository.ts'
import { type ChatReport, listPasses, recordChatMessages } from './record-chat-messages.ts'
import { recordOpening } from './record-opening.ts'

export type { PassHolder }

export type FindGuest = (guestKey: string, now: Date) => Promise<PassHolder | undefined>

/**
 * Creates a function that finds the holder of a guest key. It returns `undefined` when the key opens no usable pass.
 */
export const guestFinder = (table: Table): FindGuest => {
  const passes = passRepository(table)
  return async (guestKey, now) => (await findUsableGuestPass(guestKey, passes, now))?.holder
}

/** The holder of a guest pass and the address that its emails go to, which is null if the payment had none. */
export interface GuestPass {
  readonly holder: PassHolder
  readonly email: string | null
}
export type FindGuestPass = (guestKey: string) => Promise<GuestPass | undefined>

/** Creates a function that finds the pass of a guest key, even if it is over. */
export const guestPassFinder = (table: Table): FindGuestPass => {
  const passes = passRepository(table)
  return async (guestKey) => {
    const stored = await passes.findByKeyHash(hashOf(guestKey))
    return stored && { holder: stored.holder, email: stored.email }
  }
}

/** Creates a function that returns the minutes left of the pass in use, or null without a usable pass. */
export const passMinutesFinder = (table: Table) => {
  const passes = passRepository(table)
  return async (holder: PassHolder, now: Date): Promise<number | null> => {
    const usable = (await listPasses(holder, passes)).filter(({ pass }) => isUsable(pass, now))
    const pass = findPassInUse(usable, now)?.pass
    return pass === undefined ? null : minutesLeft(factsOf(pass), now)
  }
}

export type RecordMessages = (report: ChatReport) => Promise<'started' | 'recorded' | 'nothing'>
export type RecordOpening = (holder: PassHolder, now: Date) => Promise<void>

/** Subscribers chat on their subscription, so nothing in their chats starts a pass. */
const chatsOnPass = async (table: Table, { userId }: PassHolder, now: Date): Promise<boolean> => {
  const account = userId === undefined ? undefined : await findAccount(table, userId)
  return account === undefined || !isAccountSubscribed(account, now)
}

/** Creates a function that records the messages of a chat that the provider reports. */
export const messageRecorder = (table: Table, siteUrl: string): RecordMessages => {
  const deps = { passes: passRepository(table), guestKeys, siteUrl }
  return async (report) =>
    (await chatsOnPass(table, report.holder, report.now)) ? recordChatMessages(report, deps) : 'nothing'
}

/** Creates a function that records that a pass holder has opened the conversation. */
export const openingRecorder = (table: Table): RecordOpening => {
  const passes = passRepository(table)
  return async (holder, now) => {
    if (await chatsOnPass(table, holder, now)) await recordOpening(holder, passes, now)
  }
}
