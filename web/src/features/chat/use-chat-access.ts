import { useEffect } from 'react'
import { rereadAccess, useAccess } from '#web/lib/access.ts'
import { useSession } from '#web/lib/session.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { resolveChatAccess } from './chat-access.ts'
import type { ChatAccess } from './chat-access.ts'
import { refreshGuestPass, useGuestPass } from './guest-pass.ts'
import { endPassNotice, removeOldNotice } from './pass-notice.ts'

/** Age in milliseconds after which access is checked again when the visitor returns to the tab. */
const maxAgeMs = 10_000

/** Returns the visitor's access to the chat. Keeps it up to date with other tabs and new purchases. */
export const useChatAccess = (): ChatAccess => {
  const { user, loading } = useSession()
  const access = useAccess()
  const { isSubscribed, hasOneTimeAccess, isAdmin } = access.access
  const hasAccountAccess = user !== null && (access.loading || isSubscribed || hasOneTimeAccess || isAdmin)
  const guest = useGuestPass(!loading && !hasAccountAccess)
  useAccessRefresh(hasAccountAccess)
  const session = user === null ? 'signed out' : 'signed in'
  const chatAccess = resolveChatAccess({ session: loading ? 'loading' : session, access, guest })
  useNoticeEnd(chatAccess)
  return chatAccess
}

/** Removes the notice about a pass when it is too old, or when the visitor has access by this or another pass. */
const useNoticeEnd = (access: ChatAccess): void => {
  const isPass = access.kind === 'pass'
  const guestKey = isPass ? access.guestKey : undefined
  useEffect(() => {
    if (isPass) endPassNotice(guestKey)
    else removeOldNotice()
  }, [isPass, guestKey])
}

/** Checks access again when the visitor returns to this tab, or when another tab changes the session end. */
const useAccessRefresh = (hasAccountAccess: boolean): void => {
  useEffect(() => {
    let checkedAt = Date.now()
    const check = () => {
      checkedAt = Date.now()
      void rereadAccess() // even without access: the visitor may have paid in another tab
      if (!hasAccountAccess) void refreshGuestPass()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - checkedAt > maxAgeMs) check()
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (hasAccountAccess && key === storageKeys.sessionExpiry) check()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('storage', onStorage)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('storage', onStorage)
    }
  }, [hasAccountAccess])
}
