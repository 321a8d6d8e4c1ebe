import type { ReactNode } from 'react'
import { dateInWords } from '../../../../../shared/rules/london.ts'
import { passMinutes, unusedPassDays } from '../../../../../shared/values/plans.ts'
import { refreshAccess } from '../../../lib/access.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { refreshGuestPass } from '../guest-pass.ts'
import type { Holder, PassHolder } from '../holder.ts'

/** What the visitor may do here and why. Nothing for visitors: the offer says it. */
export const AccessBanner = ({
  holder,
  signedIn,
}: {
  readonly holder: Holder
  readonly signedIn: boolean
}) => {
  switch (holder.kind) {
    case 'member':
      return <MemberBanner holder={holder} />
    case 'pass':
      return <PassBanner holder={holder} />
    case 'unknown':
      return <UnknownBanner signedIn={signedIn} />
    case 'nobody':
      return signedIn ? (
        <Alert title="No Active Access">A one-time pass or a subscription opens the chat.</Alert>
      ) : null
    case 'checking':
      return null
  }
}

const MemberBanner = ({ holder }: { readonly holder: Extract<Holder, { kind: 'member' }> }) => {
  if (holder.as === 'admin') return <Alert title="Admin Access">Live chat is open to administrators.</Alert>
  if (!holder.cancelling)
    return (
      <Alert kind="success" title="Active Subscription">
        Live chat is part of your subscription, as often as you need it.
      </Alert>
    )
  return (
    <Alert title="Cancelling Soon">
      {holder.endsAt === null ? 'Cancellation scheduled' : `Cancels on ${dateInWords(holder.endsAt)}`}. Until
      then, live chat stays open to you.
    </Alert>
  )
}

const PassBanner = ({ holder }: { readonly holder: PassHolder }) => (
  <Alert kind="success" title={holder.guestKey === undefined ? 'Profile Access Active' : 'Guest Access'}>
    {holder.endsAt === null ? <Waiting useBy={holder.useBy} /> : 'Your live chat timer is running.'}
  </Alert>
)

const Waiting = ({ useBy }: { readonly useBy: string | null }): ReactNode => (
  <>
    {passMinutes}-minute live chat timer available. It starts when an adviser answers your first message;
    waiting costs you no time.{' '}
    {useBy === null
      ? `Your pass keeps for ${unusedPassDays} days.`
      : `Your pass keeps until ${dateInWords(useBy)}.`}
  </>
)

const UnknownBanner = ({ signedIn }: { readonly signedIn: boolean }) => (
  <Alert
    kind="warning"
    title="We could not check your access"
    actions={
      <Button
        variant="secondary"
        size="small"
        onClick={() => {
          void refreshGuestPass()
          if (signedIn) void refreshAccess()
        }}
      >
        Check again
      </Button>
    }
  >
    What you have paid for is not lost. Please check again before you buy anything.
  </Alert>
)
