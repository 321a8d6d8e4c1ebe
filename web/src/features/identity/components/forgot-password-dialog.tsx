import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../identity.module.css'
import { requestReset } from '../request-reset.ts'

interface ForgotPasswordDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** What stands in the sign-in form's e-mail field, to begin with. */
  readonly typed: () => string
}

/** Asks for an e-mail address and has a link to choose a new password sent there. */
const ForgotPasswordDialog = ({ open, onOpenChange, typed }: ForgotPasswordDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Reset your password"
    description="We send a link to your email address. It lets you choose a new password."
  >
    <ForgotPasswordForm typed={typed()} onSent={() => onOpenChange(false)} />
  </Dialog>
)

const ForgotPasswordForm = ({ typed, onSent }: { typed: string; onSent: () => void }) => {
  const [email, setEmail] = useState(typed)
  const [sending, setSending] = useState(false)
  const submit = async () => {
    if (email.trim() === '') {
      toast({
        title: 'Email required',
        description: 'Please enter your email address.',
        variant: 'destructive',
      })
      return
    }
    setSending(true)
    if (await requestReset(email)) onSent()
    else setSending(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form method="post" className={styles.stack} noValidate onSubmit={onSubmit}>
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
    </form>
  )
}

export default ForgotPasswordDialog
