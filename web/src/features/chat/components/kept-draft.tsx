import * as paths from '#shared/values/site-map.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/button.tsx'

/** Tells a user whose session has ended while they were writing a ticket that the text is kept. */
export const KeptDraft = () => (
  <Alert
    kind="warning"
    title="You’ve been signed out"
    actions={
      <LinkButton to={paths.login} state={paths.liveChat} variant="secondary" size="small">
        Sign in
      </LinkButton>
    }
  >
    This tab keeps what you wrote. Sign in to send your ticket.
  </Alert>
)
