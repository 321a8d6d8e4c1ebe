import { refreshAccess } from '#web/lib/access.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { refreshGuestPass } from '../guest-pass.ts'

/** Warning after a failed access check, with a button to check again. */
export const AccessCheckFailed = ({ signedIn }: { readonly signedIn: boolean }) => (
  <Alert
    kind="warning"
    title="We couldn’t check your access"
    actions={
      <Button
        variant="secondary"
        size="small"
        onClick={keepFocus(() => Promise.all([refreshGuestPass(), signedIn && refreshAccess()]))}
      >
        Check again
      </Button>
    }
  >
    You haven’t lost anything you’ve paid for. Please check again before you buy anything.
  </Alert>
)
