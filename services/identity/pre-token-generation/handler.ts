import type { PreTokenGenerationTriggerEvent } from 'aws-lambda'
import { faultFields, log } from '../../platform/log.ts'
import { Table } from '../../platform/table/table.ts'
import { accountRepository } from '../account.repository.ts'
import { sessionRepository } from '../session.repository.ts'

const table = new Table()
const accounts = accountRepository(table)
const sessions = sessionRepository(table)

/**
 * The last door before tokens are made, and the first that only somebody with the right password or link
 * reaches: so it may say why it stays shut without telling strangers who has an account.
 *
 * @throws with the words that the pool passes on to the sign-in form
 */
export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const userId = event.request.userAttributes['sub'] ?? event.userName
  const member = await accounts.find(userId)
  if (member === undefined) throw new Error('Invalid login credentials')
  if (member.profile.email_verified_at === undefined) throw new Error('Email not confirmed')
  if (event.triggerSource !== 'TokenGeneration_RefreshTokens') await note(userId)
  return event
}

/** Nobody is kept out because their sign-in could not be noted. */
const note = async (userId: string): Promise<void> => {
  try {
    await sessions.begun(userId, new Date())
  } catch (fault) {
    log.warn('a sign-in was not noted', { userId, ...faultFields(fault) })
  }
}
