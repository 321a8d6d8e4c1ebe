import { call } from './call.ts'
import { currentSession, storeSession } from './session-store.ts'
import { sessionFrom } from './tokens.ts'

export interface LinkTokens {
  accessToken: string
  refreshToken: string
}

/**
 * Replaces the current session with the tokens of an emailed link. Throws when the tokens are malformed. Loads the
 * user's email address afterwards, because an access token does not contain it.
 */
export const adoptTokens = (
  tokens: LinkTokens,
  event: 'SIGNED_IN' | 'PASSWORD_RECOVERY' = 'SIGNED_IN',
): void => {
  storeSession(sessionFrom(tokens, Date.now()), event, true)
  // Nothing depends on the address. If this fails, the next token refresh returns it.
  void loadEmail().catch(() => undefined)
}

const loadEmail = async (): Promise<void> => {
  if (currentSession()?.user.email !== '') return
  const { email, user_id } = await call('get-profile', {})
  const session = currentSession()
  if (session?.user.id !== user_id) return
  storeSession({ ...session, user: { ...session.user, email } }, 'USER_UPDATED')
}
