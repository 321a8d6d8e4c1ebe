import * as paths from '#shared/values/site-map.ts'
import { askAboutLink } from './link-question.ts'
import { adoptSession, checkTokens, type LinkTokens } from './link-tokens.ts'
import { keepRecoveryLink } from './recovery-link.ts'
import { savedPlan } from './saved-plan.ts'
import { isSessionInMemory } from './session-storage.ts'
import { createStore } from './store.ts'

/** True if the tokens of a link are being checked. Until then, it is not known whether a user is signed in. */
export const isCheckingLink = createStore(false)

/**
 * Signs in with the tokens that an emailed link put into the address, once the server has accepted them. The tokens
 * are removed from the address and the history first. On the home page the visitor is then redirected by the type of
 * the link; on other pages they stay. Returns undefined if there were no tokens.
 */
export const handleAuthHash = (replace = leaveTo): Promise<void> | undefined => {
  const { hash, pathname, search } = window.location
  const params = new URLSearchParams(hash.slice(1))
  const accessToken = params.get('access_token')
  const isRecovery = pathname === paths.resetPassword && params.get('type') === 'recovery'
  if (!accessToken && !isRecovery) return undefined
  window.history.replaceState(window.history.state, '', pathname + search)
  if (isRecovery) {
    // The reset page checks the link before it signs in, and shows what is wrong with it.
    keepRecoveryLink(params)
    return Promise.resolve()
  }
  const tokens = { accessToken: accessToken ?? '', refreshToken: params.get('refresh_token') ?? '' }
  return pathname === paths.home ? signInAndLeave(tokens, params.get('type'), replace) : signIn(tokens)
}

const signInAndLeave = async (
  tokens: LinkTokens,
  type: string | null,
  replace: (path: string) => void,
): Promise<void> => {
  await signIn(tokens)
  redirect(type, replace)
}

/** Replaces the page. A session in memory would not survive that, so the app then changes the address itself. */
const leaveTo = (path: string): void => {
  if (!isSessionInMemory()) return window.location.replace(path)
  window.history.replaceState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

/** Signs in with the tokens of a link. Keeps the earlier session if the server rejects them or the user declines. */
const signIn = async (tokens: LinkTokens): Promise<void> => {
  isCheckingLink.set(true)
  try {
    const checked = await checkUntilKnown(tokens)
    if (checked.result === 'accepted') await adoptSession(checked.session)
  } finally {
    isCheckingLink.set(false)
  }
}

/**
 * Checks the tokens, and offers to repeat a check that failed. A reload could not: the tokens are no longer in the
 * address.
 */
const checkUntilKnown = async (tokens: LinkTokens): ReturnType<typeof checkTokens> => {
  const checked = await checkTokens(tokens)
  if (checked.result !== 'unchecked' || !(await askAboutLink({ kind: 'retry' }))) return checked
  return checkUntilKnown(tokens)
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
