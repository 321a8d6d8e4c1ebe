import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { endEverywhere } from '#web/lib/session.ts'
import { signIn } from '#web/lib/sign-in.ts'
import { toast } from '#web/ui/toast.ts'
import { checkAdmin } from '../api.ts'
import styles from '../identity.module.css'
import { showSignInError } from '../show-sign-in-error.ts'
import { requestReset } from '../request-reset.ts'
import { closeFailure } from '../close-failure.ts'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

let shownForms = 0

/**
 * Returns a function that returns whether an admin sign-in form is shown, not necessarily this one: when a different
 * user signs in, the page starts again with a new form.
 */
const useIsFormShown = (): (() => boolean) => {
  useEffect(() => {
    shownForms += 1
    return () => {
      shownForms -= 1
    }
  }, [])
  return () => shownForms > 0
}

/** Admin sign-in form. Signs non-admins out again. */
export const AdminLoginForm = () => {
  const form = useForm<Credentials>({ mode: 'onTouched' })
  const navigate = useNavigate()
  const isShown = useIsFormShown()
  const signInAsAdmin = async ({ email, password }: Credentials) => {
    await signIn(email, password)
    closeFailure()
    if ((await confirmAdmin()) && isShown()) await navigate(paths.admin)
  }
  return (
    <>
      <SignInForm form={form} onSubmit={signInAsAdmin} onRejected={showSignInError} />
      <ForgotPassword email={() => form.getValues('email') ?? ''} />
    </>
  )
}

/** Returns whether the user is an admin. Signs other users out and explains why in a toast. */
const confirmAdmin = async (): Promise<boolean> => {
  const reject = async (title: string, description: string) => {
    toast({ title, description, variant: 'destructive' })
    await endEverywhere()
    return false
  }
  try {
    return (await checkAdmin()) || (await reject('Access denied', 'This account is not an admin.'))
  } catch {
    // The server logs the cause. A failed check denies access.
    return reject('Error', 'Unable to verify admin status.')
  }
}

const ForgotPassword = ({ email }: { email: () => string }) => {
  const [sending, setSending] = useState(false)
  const send = async () => {
    if (sending) return
    const typed = email()
    if (typed.trim() === '') {
      toast({ title: 'Enter your email', variant: 'destructive' })
      return
    }
    setSending(true)
    await requestReset(typed, true)
    setSending(false)
  }
  return (
    <p>
      <button
        type="button"
        className={styles.linkLike}
        data-app
        // Disabling the button would lose the keyboard's place.
        aria-disabled={sending}
        onClick={() => void send()}
      >
        Forgot password?
      </button>
    </p>
  )
}
