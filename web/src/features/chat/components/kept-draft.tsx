import * as paths from '#shared/values/site-map.ts'
import { SignInButton } from '#web/components/sign-in-link.tsx'
import { Alert } from '#web/ui/alert.tsx'

/**
 * Tells a user whose session has ended while they were writing a ticket that the text is kept. The sign-in leads back
 * without the query of the page, which may open the chat or report a failed link.
 */
export const KeptDraft = () => (
  <Alert
    kind="warning"
    title="You’ve been signed out"
    actions={<SignInButton returnTo={paths.liveChat} variant="secondary" size="small" />}
  >
    This tab keeps what you wrote. Sign in to send your ticket.
  </Alert>
)
