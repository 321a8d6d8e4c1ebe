import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { latestAccess } from '#web/lib/access.ts'
import { guestPassReversal, reversalTitles } from './pass-notice.ts'
import type { Pass } from './session-state.ts'

/** Returns how a problem with a payment keeps an account from using the chat, as a sentence. */
export const paymentProblemOf = ({
  disputed,
  paymentDue,
  passDisputed,
}: AccessStatus): string | undefined => {
  if (paymentDue) return 'You can use live chat again as soon as your open invoice is paid.'
  if (disputed) return 'You can use live chat again as soon as the dispute is settled.'
  return passDisputed ? 'You can’t use your pass while its payment is disputed.' : undefined
}

/**
 * Returns why a visitor no longer has access to their chat, as a sentence.
 *
 * @param pass the pass of the chat. Undefined for a member
 */
export const endReasonOf = (pass: Pass | undefined): string => {
  if (pass === undefined) return paymentProblemOf(latestAccess()) ?? 'You no longer have access to live chat.'
  const otherwise = 'Your pass has ended.'
  if (pass.guestKey === undefined) return paymentProblemOf(latestAccess()) ?? otherwise
  const reversal = guestPassReversal(pass.guestKey)
  return reversal === undefined ? otherwise : `${reversalTitles[reversal]}.`
}
