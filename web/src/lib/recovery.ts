import { adoptTokens } from './adopt-tokens.ts'
import { post } from './call.ts'
import { currentSession } from './session-store.ts'
import { claimsOf } from './tokens.ts'

/** Whether a new password may be chosen now; otherwise what to tell the person. */
export type Recovery = { readonly ready: true } | { readonly ready: false; readonly message: string }

const again = 'Please request a new password reset email.'
const no = (why: string, then = again): Recovery => ({ ready: false, message: `${why} ${then}` })

export const resetTexts = {
  expired: no('Reset link has expired.'),
  invalid: no('Invalid reset link.'),
  unchecked: no('Unable to validate reset link.', 'Please try again.'),
  incomplete: no('Incomplete reset link.'),
  none: no('No valid reset session found.'),
  failed: no('Unable to process reset request.', 'Please try again.'),
} as const satisfies Record<string, Recovery>

let held: URLSearchParams | undefined
let opening: Promise<Recovery> | undefined

/** Keeps what the fragment of a recovery link said, in memory only, for `openRecovery`. */
export const holdRecovery = (fragment: URLSearchParams | undefined): void => {
  held = fragment
  opening = undefined
}

/** Makes a session of the recovery link that led here, once; without a link an existing session will do. */
export const openRecovery = (search: string): Promise<Recovery> => {
  if (held) opening ??= sessionFromLink(held).catch(() => resetTexts.failed)
  return opening ?? withoutLink(search)
}

const withoutLink = async (search: string): Promise<Recovery> => {
  try {
    // Who went back and pressed the button of a link again has the session that it made the first time.
    if (currentSession()) return { ready: true }
    // The server sends a used or expired link here, without saying which of the two it was.
    return new URLSearchParams(search).has('error') ? resetTexts.expired : resetTexts.none
  } catch {
    // Whatever stands in the way of looking, the person is told to try again.
    return resetTexts.failed
  }
}

const sessionFromLink = async (link: URLSearchParams): Promise<Recovery> => {
  const accessToken = link.get('access_token')
  const refreshToken = link.get('refresh_token')
  if (!accessToken || !refreshToken) return resetTexts.incomplete
  const endsAt = endOf(accessToken)
  if (endsAt === undefined) return resetTexts.invalid
  const status = await statusFor(accessToken)
  if (status === 401 || status === 403) return endsAt < Date.now() ? resetTexts.expired : resetTexts.invalid
  if (status !== 200) return resetTexts.unchecked
  adoptTokens({ accessToken, refreshToken }, 'PASSWORD_RECOVERY')
  return { ready: true }
}

/** When the token runs out, in milliseconds since 1970; undefined when it is no token. */
const endOf = (accessToken: string): number | undefined => {
  try {
    return claimsOf(accessToken).exp * 1000
  } catch {
    // Cut off by a mail program, or made up.
    return undefined
  }
}

/** What the server says to the token: only it knows whether the sign-in still counts. 0: nothing. */
const statusFor = async (accessToken: string): Promise<number> => {
  try {
    const answer = await post('get-profile', {}, accessToken)
    await answer.text() // An answer that nobody reads keeps its request open.
    return answer.status
  } catch {
    // No answer: the link may be good, and the person may try again.
    return 0
  }
}
