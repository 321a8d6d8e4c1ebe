import type { PreTokenGenerationTriggerEvent } from 'aws-lambda'
import { findMember } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'

const table = new Table()

/**
 * The last door before tokens are made, and the first that only somebody with the right password or link
 * reaches: so it may say why it stays shut without telling strangers who has an account.
 *
 * @throws with the words that the pool passes on to the sign-in form
 */
export const handler = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const member = await findMember(table, event.request.userAttributes['sub'] ?? event.userName)
  if (member === undefined) throw new Error('Invalid login credentials')
  if (member.profile.email_verified_at === undefined) throw new Error('Email not confirmed')
  return event
}
