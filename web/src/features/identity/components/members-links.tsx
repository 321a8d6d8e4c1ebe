import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { savedPlan } from '#web/lib/saved-plan.ts'
import { hardReset } from '#web/lib/sign-out.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { toast } from '#web/ui/toast.ts'
import { resendConfirmation, sendMagicLink, sendPasswordReset } from '../api.ts'
import styles from '../identity.module.css'
import type { Credentials } from './sign-in-form.tsx'

type EmailActionLabel = 'Resend confirmation email' | 'Forgot password?' | 'Email me a magic link'

interface EmailAction {
  readonly label: EmailActionLabel
  readonly send: (email: string) => Promise<unknown>
  readonly sent: { readonly title: string; readonly description: string }
  readonly failed: string
}

const emailActions: readonly EmailAction[] = [
  {
    label: 'Resend confirmation email',
    send: (email) => resendConfirmation({ email, plan: savedPlan() }),
    sent: {
      title: 'Confirmation sent',
      description: 'If your email address still needs to be confirmed, we’ve sent you a new link.',
    },
    failed: 'Could not resend',
  },
  {
    label: 'Forgot password?',
    send: (email) => sendPasswordReset(email),
    sent: {
      title: 'Check your email',
      description:
        'If there’s an account with this address, we’ve emailed you a link to choose a new password.',
    },
    failed: 'Reset failed',
  },
  {
    label: 'Email me a magic link',
    send: sendMagicLink,
    sent: {
      title: 'Magic link sent',
      description: 'If there’s an account with this address, we’ve emailed you a link to sign in.',
    },
    failed: 'Magic link failed',
  },
]

/** Returns the typed text, or undefined if it is not a valid address. */
type TypedEmail = () => Promise<string | undefined>

interface EmailLinksProps {
  readonly email: TypedEmail
  readonly labels?: readonly EmailActionLabel[]
}

/** Returns the address that is typed into a sign-in form. */
export const typedEmail =
  ({ getValues, trigger }: Pick<UseFormReturn<Credentials>, 'getValues' | 'trigger'>): TypedEmail =>
  async () => {
    const typed = (getValues('email') ?? '').trim()
    return typed !== '' && !(await trigger('email', { shouldFocus: true })) ? undefined : typed
  }

/** List items with actions that email a link: all actions, or the ones with the given labels. */
export const EmailLinks = ({ email, labels }: EmailLinksProps) => {
  const [busy, setBusy] = useState<string>()
  const run = async (action: EmailAction) => {
    if (busy !== undefined) return
    const address = await email()
    if (address === undefined) return
    setBusy(action.label)
    toast(await sendEmail(action, address))
    setBusy(undefined)
  }
  return emailActions
    .filter(({ label }) => labels === undefined || labels.includes(label))
    .map((action) => (
      <li key={action.label}>
        <button
          type="button"
          className={styles.linkLike}
          data-app
          // Disabling the button would lose the keyboard's place.
          aria-disabled={busy !== undefined}
          aria-busy={busy === action.label || undefined}
          onClick={() => void run(action)}
        >
          {action.label}
        </button>
      </li>
    ))
}

/** Actions for users who cannot sign in. */
export const MembersLinks = ({ email }: { email: TypedEmail }) => (
  <ul className={styles.actions}>
    <EmailLinks email={email} />
    <li>
      <button type="button" className={styles.linkLike} data-app onClick={() => void hardReset()}>
        Hard reset login
      </button>
    </li>
  </ul>
)

/** Sends the email and returns a toast with the outcome. */
const sendEmail = async (action: EmailAction, email: string) => {
  if (email === '') return { title: 'Enter your email first', variant: 'destructive' as const }
  try {
    await action.send(email)
    return action.sent
  } catch (failure) {
    return {
      title: action.failed,
      description: failureText(failure, 'Please try again.'),
      variant: 'destructive' as const,
    }
  }
}
