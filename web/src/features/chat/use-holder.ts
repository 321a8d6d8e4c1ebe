import { useEffect } from 'react'
import { rereadAccess, useAccess } from '../../lib/access.ts'
import { useSession } from '../../lib/session.ts'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import { refreshGuestPass, useGuestPass } from './guest-pass.ts'
import { holderOf } from './holder.ts'
import type { Holder } from './holder.ts'

/** How long what is known of a pass is taken for fresh when the visitor comes back to the tab, in milliseconds. */
const freshMs = 10_000

/** What opens the chat for this visitor; kept up to date with other tabs and with what was bought there. */
export const useHolder = (): Holder => {
  const { user, loading } = useSession()
  const access = useAccess()
  const { isSubscribed, hasOneTimeAccess, isAdmin } = access.access
  const hasOwn = user !== null && (access.loading || isSubscribed || hasOneTimeAccess || isAdmin)
  const guest = useGuestPass(!loading && !hasOwn)
  useFreshness(hasOwn)
  const session = user === null ? 'signed out' : 'signed in'
  return holderOf({ session: loading ? 'loading' : session, access, guest })
}

/** Asks again when the visitor comes back to this tab, and when another tab reports on the session. */
const useFreshness = (ofAccount: boolean): void => {
  useEffect(() => {
    let askedAt = Date.now()
    const look = () => {
      askedAt = Date.now()
      void rereadAccess() // also of who has nothing yet: they may have paid in another tab
      if (!ofAccount) void refreshGuestPass()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt > freshMs) look()
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (ofAccount && key === storageKeys.sessionExpiry) look()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('storage', onStorage)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('storage', onStorage)
    }
  }, [ofAccount])
}
