import { PasswordDialog } from '#web/content/password-dialog.tsx'
import { CallError } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/use-result.ts'
import type { DialogProps } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

interface ChangePasswordDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
}

/** The dialog to choose a new password on the profile. Its outcomes are toasts. */
export const ChangePasswordDialog = (props: ChangePasswordDialogProps) => (
  <PasswordDialog
    {...props}
    description={`Choose a new password for ${props.email}. You’ll be signed out on every device. Then sign in again with your new password.`}
    onChanged={succeeded}
    showFailure={failed}
  />
)

const succeeded = () =>
  toast({ title: 'Success', description: 'Your password has been updated successfully.' })

const failed = (reason: unknown) => {
  const otherwise = 'Failed to update password'
  const hasNoServerMessage = reason instanceof CallError && reason.hasNoServerMessage
  toast({
    title: 'Error',
    description: hasNoServerMessage ? otherwise : messageOf(reason, otherwise),
    variant: 'destructive',
  })
}
