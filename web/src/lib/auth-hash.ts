import * as paths from '#shared/values/site-map.ts'
import { adoptTokens, type LinkTokens } from './adopt-tokens.ts'
import { keepRecoveryLink } from './recovery.ts'
import { savedPlan } from './saved-plan.ts'

/**
 * Signs in with the tokens that an emailed link put into the address. The tokens are removed from the address and
 * the history first. On the home page the visitor is redirected by the type of the link; on other pages they stay.
 * Returns whether there were tokens.
 */
export const handleAuthHash = (replace = (path: string) => window.location.replace(path)): boolean => {
  const { hash, pathname, search } = window.location
  const params = new URLSearchParams(hash.slice(1))
  const accessToken = params.get('access_token')
  const isRecovery = pathname === paths.resetPassword && params.get('type') === 'recovery'
  if (!accessToken && !isRecovery) return false
  window.history.replaceState(window.history.state, '', pathname + search)
  if (isRecovery) {
    // The reset page checks the link before it signs in, and shows what is wrong with it.
    keepRecoveryLink(params)
    return true
  }
  signIn({ accessToken: accessToken ?? '', refreshToken: params.get('refresh_token') ?? '' })
  if (pathname === paths.home) redirect(params.get('type'), replace)
  return true
}

const signIn = (tokens: LinkTokens): void => {
  try {
    adoptTokens(tokens)
  } catch {
    // Truncated by an email program, or made up. The session stays as it was, and the page that the link leads to
    // tells the visitor how to continue.
  }
}

const redirect = (type: string | null, replace: (path: string) => void): void => {
  if (type !== 'signup') replace(paths.library)
  else if (window.opener) window.close()
  else replace(signUpCompletePath())
}

const signUpCompletePath = (): string => {
  const plan = savedPlan()
  return plan ? `${paths.signUpComplete}?plan=${plan}` : paths.signUpComplete
}
