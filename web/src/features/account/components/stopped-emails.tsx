import type { EmailStop } from '#shared/contract/email-stop.ts'
import { SupportEmail } from '#web/components/support-email.tsx'
import type { CallResult } from '#web/lib/call.ts'
import type { Result } from '#web/lib/use-result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'

const texts: Readonly<Record<EmailStop['reason'], { readonly fact: string; readonly toDo: string }>> = {
  bounce: {
    fact: 'came back as undeliverable',
    toDo: 'Please change your email address. If this one works again, email us at',
  },
  complaint: { fact: 'was reported as spam', toDo: 'If you’d like to get them again, email us at' },
}

interface StoppedEmailsProps {
  readonly profile: Result<CallResult<'get-profile'>>
}

/** Tells users why our emails do not reach them, and how to change that. */
export const StoppedEmails = ({ profile }: StoppedEmailsProps) => {
  const { email, emails_stopped: reason } = profile.state === 'ready' ? profile.data : {}
  if (email === undefined || reason === undefined) return null
  return (
    <Alert kind="warning" title="You’re not getting our emails">
      One of our emails to {withEmailBreaks(email)} {texts[reason].fact}, so we’ve stopped sending them. That
      includes receipts, reminders and links to sign in. {texts[reason].toDo} <SupportEmail />.
    </Alert>
  )
}
