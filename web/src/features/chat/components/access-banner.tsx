import { badgeLabels } from '#shared/rules/access-badge.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { unusedPassDays } from '#shared/values/plans.ts'
import { useAccess } from '#web/lib/access.ts'
import { deadlineText } from '#web/lib/dates.ts'
import { disputedMinutesText } from '#web/lib/disputed-minutes.ts'
import type { ChatAccess, PassAccess } from '../chat-access.ts'
import { paymentProblemOf } from '../end-reason.ts'
import { Banner } from './banner.tsx'
import { PassQuestion } from './pass-question.tsx'

interface AccessBannerProps {
  readonly access: ChatAccess
  readonly signedIn: boolean
  /** True if an adviser has replied in the conversation on this page. */
  readonly hasAdviserReply: boolean
}

/**
 * Explains the visitor's chat access, and asks which one to use if there are two passes. Signed-out visitors without
 * access see the offer instead.
 */
export const AccessBanner = (props: AccessBannerProps) => (
  <>
    <CurrentAccess {...props} />
    <PassQuestion />
  </>
)

const CurrentAccess = ({ access, signedIn, hasAdviserReply }: AccessBannerProps) => {
  if (access.kind === 'member') return <MemberBanner access={access} />
  if (access.kind === 'pass') return <PassBanner access={access} hasAdviserReply={hasAdviserReply} />
  return access.kind === 'none' && signedIn ? <NoAccess /> : null
}

const NoAccess = () => {
  const { access } = useAccess()
  return (
    <Banner title="No Active Access">
      {paymentProblemOf(access) ?? 'To use live chat, buy a one-time pass or subscribe.'}
    </Banner>
  )
}

const MemberBanner = ({ access }: { readonly access: Extract<ChatAccess, { kind: 'member' }> }) => {
  if (access.as === 'admin')
    return <Banner title="Admin Access">As an administrator, you can use live chat.</Banner>
  if (access.withoutRenewal)
    return (
      <Banner title={badgeLabels['without-renewal']}>
        You can use live chat{access.endsAt === null ? '' : ` until ${dateInWords(access.endsAt)}`}. Your
        access won&rsquo;t renew.
      </Banner>
    )
  if (!access.cancelling)
    return (
      <Banner title="Active Subscription" good>
        Your subscription includes live chat, as often as you need it.
      </Banner>
    )
  return (
    <Banner title="Cancelling Soon">
      {access.endsAt === null ? 'Cancellation scheduled' : `Cancels on ${dateInWords(access.endsAt)}`}. You
      can use live chat until then.
    </Banner>
  )
}

interface PassBannerProps {
  readonly access: PassAccess
  readonly hasAdviserReply: boolean
}

const PassBanner = ({ access, hasAdviserReply }: PassBannerProps) => (
  <Banner title={access.guestKey === undefined ? 'Profile Access Active' : 'Guest Access'} good>
    {`${passText(access, hasAdviserReply)} ${disputedMinutesText(access)}`.trimEnd()}
  </Banner>
)

const passText = ({ endsAt, useBy, minutes }: PassAccess, hasAdviserReply: boolean): string => {
  if (endsAt !== null) return 'Your live chat timer is running.'
  return hasAdviserReply ? 'An adviser has replied, so your timer is starting.' : waitingText(minutes, useBy)
}

const waitingText = (minutes: number, useBy: string | null): string =>
  `${minutes}-minute live chat timer available. It starts when an adviser answers your first message, ` +
  `so waiting doesn’t use up your time. ` +
  (useBy === null
    ? `An unused pass expires after ${unusedPassDays} days.`
    : `Use your pass by ${deadlineText(useBy)}.`)
