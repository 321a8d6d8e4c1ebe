import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { accessState } from '#web/lib/access.ts'
import { guestPassReversal, reversalTitles } from './pass-notice.ts'
import type { Pass } from './session-state.ts'

const disputedPass = 'You can’t use your pass while its payment is disputed.'

/** Returns how a problem with a payment keeps an account from using the chat, as a sentence. */
export const paymentProblemOf = ({
  disputed,
  paymentDue,
  passDisputed,
}: AccessStatus): string | undefined => {
  if (paymentDue) return 'You can use live chat again as soon as your open invoice is paid.'
  if (disputed) return 'You can use live chat again as soon as the dispute is settled.'
  return passDisputed ? disputedPass : undefined
}

/**
 * Returns why a visitor no longer has access to their chat, as a sentence.
 *
 * @param pass the pass of the chat. Undefined for a member
 */
export const endReasonOf = (pass: Pass | undefined): string => {
  if (pass === undefined)
    return paymentProblemOf(accessState().access) ?? 'You no longer have access to live chat.'
  const otherwise = 'Your pass has ended.'
  if (pass.guestKey === undefined) return paymentProblemOf(accessState().access) ?? otherwise
  const reversal = guestPassReversal(pass.guestKey)
  if (reversal === 'disputed') return disputedPass
  return reversal === undefined ? otherwise : `${reversalTitles[reversal]}.`
}
