import { useState } from 'react'
import { savedPlan } from '../../../lib/saved-plan.ts'
import { hardReset } from '../../../lib/session.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { toast } from '../../../ui/toast.ts'
import { resendConfirmation } from '../api/resend-confirmation.ts'
import { sendMagicLink } from '../api/send-magic-link.ts'
import { sendPasswordReset } from '../api/send-password-reset.ts'
import styles from '../identity.module.css'

interface MailedLink {
  readonly label: string
  readonly send: (email: string) => Promise<unknown>
  readonly sent: { readonly title: string; readonly description: string }
  readonly failed: string
}

const links: readonly MailedLink[] = [
  {
    label: 'Resend confirmation email',
    send: (email) => resendConfirmation({ email, plan: savedPlan() }),
    sent: {
      title: 'Confirmation sent',
      description: 'If your address still has to be confirmed, a new link is on its way.',
    },
    failed: 'Could not resend',
  },
  {
    label: 'Forgot password?',
    send: (email) => sendPasswordReset(email),
    sent: {
      title: 'Check your email',
      description: 'If there is an account with this address, a link to choose a new password is on its way.',
    },
    failed: 'Reset failed',
  },
  {
    label: 'Email me a magic link',
    send: sendMagicLink,
    sent: {
      title: 'Magic link sent',
      description: 'If there is an account with this address, a link that signs you in is on its way.',
    },
    failed: 'Magic link failed',
  },
]

/** What to do when signing in does not work. `email` gives what is typed; undefined when it is no address. */
export const MembersLinks = ({ email }: { email: () => Promise<string | undefined> }) => {
  const [busy, setBusy] = useState<string>()
  const use = async (link: MailedLink) => {
    const address = await email()
    if (address === undefined) return
    setBusy(link.label)
    toast(await outcomeOf(link, address))
    setBusy(undefined)
  }
  return (
    <ul className={styles.actions}>
      {links.map((link) => (
        <li key={link.label}>
          <button
            type="button"
            className={styles.linkLike}
            disabled={busy !== undefined}
            aria-busy={busy === link.label || undefined}
            onClick={() => void use(link)}
          >
            {link.label}
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

const outcomeOf = async (link: MailedLink, email: string) => {
  if (email === '') return { title: 'Enter your email first', variant: 'destructive' as const }
  try {
    await link.send(email)
    return link.sent
  } catch (failure) {
    return { title: link.failed, description: messageOf(failure), variant: 'destructive' as const }
  }
}
