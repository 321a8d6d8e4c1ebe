import { onSessionEvent } from '#web/lib/session-store.ts'
import { isSessionInMemory } from '#web/lib/session-storage.ts'
import { useStore } from '#web/lib/store.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Explains that the session ends soon, in a browser whose storage is blocked or full. */
export const SessionInMemory = () =>
  useStore({ get: isSessionInMemory, subscribe: onSessionEvent }, false) ? (
    <Alert kind="warning">
      Your browser doesn’t let this site store data, so you’ll be signed out when you reload or close this
      page.
    </Alert>
  ) : null
