import { Link } from 'react-router-dom'
import { dateInWords } from '../../../../../shared/rules/london.ts'
import { passMinutes, unusedPassDays } from '../../../../../shared/values/plans.ts'
import { useAccess } from '../../../lib/access.ts'
import * as paths from '../../../lib/paths.ts'
import type { Holder, PassHolder } from '../holder.ts'
import { Banner } from './banner.tsx'

interface AccessBannerProps {
  readonly holder: Holder
  readonly signedIn: boolean
}

/** What the visitor may do here and why. Nothing for visitors: the offer says it. */
export const AccessBanner = ({ holder, signedIn }: AccessBannerProps) => {
  if (holder.kind === 'member') return <MemberBanner holder={holder} />
  if (holder.kind === 'pass') return <PassBanner holder={holder} />
  return holder.kind === 'nobody' && signedIn ? <NoAccess /> : null
}

const NoAccess = () => {
  const { paymentDue } = useAccess().access
  return (
    <Banner title="No Active Access">
      {paymentDue ? (
        <>
          Your last payment did not go through. Live chat is back the moment the open invoice is paid: your{' '}
          <Link to={paths.profile}>profile</Link> leads to it.
        </>
      ) : (
        'A one-time pass or a subscription opens the chat.'
      )}
    </Banner>
  )
}

const MemberBanner = ({ holder }: { readonly holder: Extract<Holder, { kind: 'member' }> }) => {
  if (holder.as === 'admin') return <Banner title="Admin Access">Live chat is open to administrators.</Banner>
  if (!holder.cancelling)
    return (
      <Banner title="Active Subscription" good>
        Live chat is part of your subscription, as often as you need it.
      </Banner>
    )
  return (
    <Banner title="Cancelling Soon">
      {holder.endsAt === null ? 'Cancellation scheduled' : `Cancels on ${dateInWords(holder.endsAt)}`}. Until
      then, live chat stays open to you.
    </Banner>
  )
}

const PassBanner = ({ holder }: { readonly holder: PassHolder }) => (
  <Banner title={holder.guestKey === undefined ? 'Profile Access Active' : 'Guest Access'} good>
    {holder.endsAt === null ? waiting(holder.useBy) : 'Your live chat timer is running.'}
  </Banner>
)

const waiting = (useBy: string | null): string =>
  `${passMinutes}-minute live chat timer available. It starts when an adviser answers your first message; ` +
  `waiting costs you no time. Your pass keeps ${useBy === null ? `for ${unusedPassDays} days` : `until ${dateInWords(useBy)}`}.`
