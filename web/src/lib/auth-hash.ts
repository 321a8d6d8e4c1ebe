import { adoptTokens, type LinkTokens } from './adopt-tokens.ts'
import * as paths from './paths.ts'
import { holdRecovery } from './recovery.ts'
import { savedPlan } from './saved-plan.ts'

/**
 * Takes over the session that an e-mailed link brought in the address. The tokens leave the address and the
 * history before anything else happens. On the home page the person is moved on, by the type of the link;
 * on the page that a link names itself they stay. Returns whether there were tokens.
 */
export const handleAuthHash = (replace = (path: string) => window.location.replace(path)): boolean => {
  const { hash, pathname, search } = window.location
  const found = new URLSearchParams(hash.slice(1))
  const accessToken = found.get('access_token')
  const isRecovery = pathname === paths.resetPassword && found.get('type') === 'recovery'
  if (!accessToken && !isRecovery) return false
  window.history.replaceState(window.history.state, '', pathname + search)
  if (isRecovery) {
    // The page for a new password says what is wrong with a link; it checks it before it counts.
    holdRecovery(found)
    return true
  }
  adopt({ accessToken: accessToken ?? '', refreshToken: found.get('refresh_token') ?? '' })
  if (pathname === paths.home) moveOn(found.get('type'), replace)
  return true
}

const adopt = (tokens: LinkTokens): void => {
  try {
    adoptTokens(tokens)
  } catch {
    // Cut off by a mail program, or made up: the visitor is signed in, or not, as before, and the page that
    // the link leads to says how to go on.
  }
}

const moveOn = (type: string | null, replace: (path: string) => void): void => {
  if (type !== 'signup') replace(paths.library)
  else if (window.opener) window.close()
  else replace(signUpCompletePath())
}

const signUpCompletePath = (): string => {
  const plan = savedPlan()
  return plan ? `${paths.signUpComplete}?plan=${plan}` : paths.signUpComplete
}
