import { refreshAccess } from '../../../lib/access.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { refreshGuestPass } from '../guest-pass.ts'

/** When the server could not be asked what opens the chat for this visitor. */
export const AccessUnknown = ({ signedIn }: { readonly signedIn: boolean }) => (
  <Alert
    kind="warning"
    title="We could not check your access"
    actions={
      <Button
        variant="secondary"
        size="small"
        onClick={() => {
          void refreshGuestPass()
          if (signedIn) void refreshAccess()
        }}
      >
        Check again
      </Button>
    }
  >
    What you have paid for is not lost. Please check again before you buy anything.
  </Alert>
)
