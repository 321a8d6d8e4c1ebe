import { call } from './call.ts'
import { currentSession, storeSession } from './session-store.ts'
import { sessionFrom } from './tokens.ts'

export interface LinkTokens {
  accessToken: string
  refreshToken: string
}

/**
 * Takes over the tokens that an e-mailed link brought, in place of any earlier session. Throws when they
 * are no tokens. The person's address is asked for afterwards, because an access token carries none.
 */
export const adoptTokens = (
  tokens: LinkTokens,
  event: 'SIGNED_IN' | 'PASSWORD_RECOVERY' = 'SIGNED_IN',
): void => {
  storeSession(sessionFrom(tokens, Date.now()), event, true)
  // Nothing depends on the address; without it the next refresh brings it.
  void learnEmail().catch(() => undefined)
}

const learnEmail = async (): Promise<void> => {
  if (currentSession()?.user.email !== '') return
  const { email, user_id } = await call('get-profile', {})
  const session = currentSession()
  if (session?.user.id !== user_id) return
  storeSession({ ...session, user: { ...session.user, email } }, 'USER_UPDATED')
}
