import { PasswordDialog } from '#web/components/password-dialog.tsx'
import { failureText } from '#web/lib/failure-text.ts'
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

const failed = (reason: unknown) =>
  toast({
    title: 'Error',
    description: failureText(reason, 'Failed to update password'),
    variant: 'destructive',
  })
