import type { ReactNode } from 'react'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { dateInWords } from '#shared/rules/london.ts'
import { passDispute } from '#web/content/pass-dispute.ts'
import { SupportEmail } from '#web/components/support-email.tsx'
import { useAccess } from '#web/lib/access.ts'
import { Alert } from '#web/ui/alert.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { type PassNotice as Notice, reversalTitles, setPassNotice, usePassNotice } from '../pass-notice.ts'

const reversalTexts: Readonly<Record<ReversalReason, ReactNode>> = {
  disputed: `${passDispute.text} If you can’t wait, you can buy another pass below.`,
  refunded: (
    <>
      Its payment was refunded, so you can’t use the pass any more. If you think this is a mistake, email{' '}
      <SupportEmail />. You can also buy a new pass below.
    </>
  ),
  dispute_lost:
    'It was the payment for your pass, so you can’t use the pass any more. You can buy a new pass below.',
}

const reversed = (reversal: ReversalReason) => ({
  title: reversal === 'disputed' ? passDispute.title : reversalTitles[reversal],
  text: reversalTexts[reversal],
})

const expired = (expiredAt: string) => ({
  title: 'Your pass has expired',
  text: (
    <>
      It wasn’t used in time, so it expired on {dateInWords(expiredAt)}. If something stopped you from using
      it, email <SupportEmail /> and we’ll look into it. You can also buy a new pass below.
    </>
  ),
})

const contentOf = (notice: Notice) =>
  'reversal' in notice ? reversed(notice.reversal) : expired(notice.expiredAt)

/** Explains why the visitor's pass gives no access, and what the visitor can do. */
export const PassNotice = () => {
  const { access } = useAccess()
  const notice = usePassNotice()
  if (access.passDisputed)
    return (
      <Alert kind="warning" title={passDispute.title}>
        {reversalTexts.disputed}
      </Alert>
    )
  if (notice === null) return null
  const { title, text } = contentOf(notice)
  return (
    <Alert kind="warning" title={title} onDismiss={keepFocus(() => setPassNotice(null))}>
      {text}
    </Alert>
  )
}
