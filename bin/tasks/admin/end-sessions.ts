import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider'
import { findAccount } from '#platform/account/account.ts'
import { sessionRepository, sessionsValidAfter } from '#services/identity/public.ts'
import type { FoundStage } from './find-stage.ts'

/**
 * Signs a user out of every browser. Ends the refresh tokens in the user pool, and the access tokens at our operations,
 * which would otherwise accept them for up to 15 minutes. The user can sign in again.
 */
export const endSessions = async (
  { pool, userPoolId, table, where }: Pick<FoundStage, 'pool' | 'userPoolId' | 'table' | 'where'>,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<string> => {
  const account = await findAccount(table, userId)
  if (account === undefined) return `${email} has no account in ${where}. Nothing to do.`
  const { profile } = account
  // The operator's clock may be wrong. If it were ahead, sign-ins after this command would be rejected until the time
  // that it shows, so this uses AWS's time. The SDK measures the difference if it is five minutes or more. If the
  // operator's clock is behind, the last sign-in may be later than its time.
  const awsNow = Date.now() + pool.config.systemClockOffset
  const signedInAt = profile.last_sign_in_at === undefined ? 0 : Date.parse(profile.last_sign_in_at)
  const now = new Date(Math.max(awsNow, signedInAt))
  await sessionRepository(table).end(userId, {
    validAfter: sessionsValidAfter(profile, now),
    signInId: undefined,
  })
  // The pool comes last, so that a stolen device loses access at our operations even while the pool fails.
  await pool.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userId }))
  return `${email} is signed out everywhere in ${where}.`
}
