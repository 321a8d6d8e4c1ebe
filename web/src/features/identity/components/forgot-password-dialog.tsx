import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../identity.module.css'
import { requestReset } from '../request-reset.ts'

interface ForgotPasswordDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Returns the initial email address, from the sign-in form. */
  readonly initialEmail: () => string
}

/** Dialog that requests a password reset email for an address. */
export const ForgotPasswordDialog = ({ open, onOpenChange, initialEmail }: ForgotPasswordDialogProps) => {
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={open}
      busy={sending}
      onOpenChange={onOpenChange}
      title="Reset your password"
      description="We’ll email you a link to choose a new password."
    >
      <ForgotPasswordForm
        initialEmail={initialEmail()}
        sending={sending}
        onSending={setSending}
        onSent={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

interface ForgotPasswordFormProps {
  readonly initialEmail: string
  readonly sending: boolean
  /** Called when the request starts and when it ends. */
  readonly onSending: (sending: boolean) => void
  readonly onSent: () => void
}

const ForgotPasswordForm = ({ initialEmail, sending, onSending, onSent }: ForgotPasswordFormProps) => {
  const [email, setEmail] = useState(initialEmail)
  const submit = async () => {
    if (email.trim() === '') {
      toast({
        title: 'Email required',
        description: 'Please enter your email address.',
        variant: 'destructive',
      })
      return
    }
    onSending(true)
    const sent = await requestReset(email)
    onSending(false)
    if (sent) onSent()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Form busy={sending} method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" wide loading={sending}>
        Send reset link
      </Button>
    </Form>
  )
}
