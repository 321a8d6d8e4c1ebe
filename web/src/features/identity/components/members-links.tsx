import { useState } from 'react'
import { savedPlan } from '#web/lib/saved-plan.ts'
import { hardReset } from '#web/lib/session.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'
import { resendConfirmation, sendMagicLink, sendPasswordReset } from '../api.ts'
import styles from '../identity.module.css'

interface EmailAction {
  readonly label: string
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

/**
 * Actions for users who cannot sign in. `email` returns the typed text, or undefined if it is not a valid
 * address.
 */
export const MembersLinks = ({ email }: { email: () => Promise<string | undefined> }) => {
  const [busy, setBusy] = useState<string>()
  const run = async (action: EmailAction) => {
    const address = await email()
    if (address === undefined) return
    setBusy(action.label)
    toast(await sendEmail(action, address))
    setBusy(undefined)
  }
  return (
    <ul className={styles.actions}>
      {emailActions.map((action) => (
        <li key={action.label}>
          <button
            type="button"
            className={styles.linkLike}
            disabled={busy !== undefined}
            aria-busy={busy === action.label || undefined}
            onClick={() => void run(action)}
          >
            {action.label}
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.linkLike} onClick={() => void hardReset()}>
          Hard reset login
        </button>
      </li>
    </ul>
  )
}

/** Sends the email and returns a toast with the outcome. */
const sendEmail = async (action: EmailAction, email: string) => {
  if (email === '') return { title: 'Enter your email first', variant: 'destructive' as const }
  try {
    await action.send(email)
    return action.sent
  } catch (failure) {
    return { title: action.failed, description: messageOf(failure), variant: 'destructive' as const }
  }
}
