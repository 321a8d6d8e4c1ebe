import { Alert } from '../../../ui/alert.tsx'
import type { Referral } from '../use-referral.ts'

/** What became of the referral link that led here. */
export const ReferralStatus = ({ referral }: { referral: Referral }) => {
  if (referral.state === 'idle') return null
  if (referral.state === 'loading') return <Alert kind="info">Checking your referral link…</Alert>
  if (referral.state === 'valid') return <Alert kind="success">Your referral link is valid.</Alert>
  // It says nothing that the person must act on: read out politely, not as an alarm.
  return <Alert kind="info">{referral.message}</Alert>
}
