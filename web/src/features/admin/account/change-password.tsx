import { useNavigate } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { PasswordDialog } from '#web/components/password-dialog.tsx'
import type { DialogProps } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

interface ChangePasswordProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
}

/** The dialog to choose a new password in the admin area. It then leads to the sign-in of admins. */
export const ChangePassword = (props: ChangePasswordProps) => {
  const navigate = useNavigate()
  const onChanged = () => {
    toast({ title: 'Password updated' })
    void navigate(paths.adminLogin)
  }
  return (
    <PasswordDialog
      {...props}
      description="You’ll be signed out on every device. Then sign in again with your new password."
      onChanged={onChanged}
    />
  )
}
