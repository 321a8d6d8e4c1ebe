import { Alert } from '#web/ui/alert.tsx'
import type { Referral } from '../use-referral.ts'

/** Shows whether the referral link is valid. */
export const ReferralStatus = ({ referral }: { referral: Referral }) => {
  if (referral.state === 'idle') return null
  if (referral.state === 'loading') return <Alert kind="info">Checking your referral link…</Alert>
  if (referral.state === 'valid') return <Alert kind="success">Your referral link is valid.</Alert>
  // The user does not have to act on it, so screen readers announce it politely.
  return <Alert kind="info">{referral.message}</Alert>
}
