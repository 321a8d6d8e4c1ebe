import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as paths from '../../../lib/paths.ts'
import { endEverywhere, signIn } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { checkAdmin } from '../api/ensure-admin-role.ts'
import styles from '../identity.module.css'
import { tellLoginFailed } from '../login-failed.ts'
import { requestReset } from '../request-reset.ts'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

/** Signs in and lets only admins stay signed in. */
export const AdminLoginForm = () => {
  const form = useForm<Credentials>({ mode: 'onTouched' })
  const navigate = useNavigate()
  const enter = async ({ email, password }: Credentials) => {
    await signIn(email, password)
    if (await mayStay()) await navigate(paths.admin)
  }
  return (
    <>
      <SignInForm form={form} enter={enter} onRefused={tellLoginFailed} />
      <ForgotPassword email={() => form.getValues('email') ?? ''} />
    </>
  )
}

/** Whether the person who has just signed in may stay; who may not is told why and signed out. */
const mayStay = async (): Promise<boolean> => {
  const refuse = async (title: string, description: string) => {
    toast({ title, description, variant: 'destructive' })
    await endEverywhere()
    return false
  }
  try {
    return (await checkAdmin()) || (await refuse('Access denied', 'This account is not an admin.'))
  } catch {
    // Why it failed is in the server's log; here nobody gets in unless it is certain.
    return refuse('Error', 'Unable to verify admin status.')
  }
}

const ForgotPassword = ({ email }: { email: () => string }) => {
  const [sending, setSending] = useState(false)
  const send = async () => {
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
      <button type="button" className={styles.linkLike} disabled={sending} onClick={() => void send()}>
        Forgot password?
      </button>
    </p>
  )
}
