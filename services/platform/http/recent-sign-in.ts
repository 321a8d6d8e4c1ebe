import { recentSignInSeconds } from '#shared/values/limits.ts'
import type { Caller } from './authenticate.ts'

/**
 * Returns whether the caller signed in within the last hour. Required for changes with which someone who gained access to an
 * old session could take over or delete the account.
 */
export const hasRecentSignIn = (
  { signedInAtSeconds }: Pick<Caller, 'signedInAtSeconds'>,
  now: Date,
): boolean => now.getTime() / 1000 - signedInAtSeconds <= recentSignInSeconds
