import { storageKeys } from '../../../shared/values/storage-keys.ts'
import { asSubscriptionPlan } from '../../../shared/values/plans.ts'
import { adoptTokens } from './adopt-tokens.ts'
import { paths } from './paths.ts'

/**
 * On the home page: takes over the session that an e-mailed link brought in the address and moves on.
 * The tokens leave the address and the history before anything else happens. Returns whether there were any.
 */
export const handleAuthHash = (replace = (path: string) => window.location.replace(path)): boolean => {
  const found = new URLSearchParams(window.location.hash.slice(1))
  const accessToken = found.get('access_token')
  if (!accessToken) return false
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  try {
    adoptTokens({ accessToken, refreshToken: found.get('refresh_token') ?? '' })
  } catch {
    // Cut off by a mail program, or made up: the visitor stays on the home page, signed in as before.
    return false
  }
  if (found.get('type') !== 'signup') replace(paths.library)
  else if (window.opener) window.close()
  else replace(signUpCompletePath())
  return true
}

const signUpCompletePath = (): string => {
  const plan =
    asSubscriptionPlan(localStorage.getItem(storageKeys.pendingSignupPlan)) ??
    asSubscriptionPlan(localStorage.getItem(storageKeys.selectedPlan))
  return plan ? `${paths.signUpComplete}?plan=${plan}` : paths.signUpComplete
}
