import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { rereadAccess } from '#web/lib/access.ts'
import { pause } from '#web/lib/pause.ts'
import { useSession } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'
import { isAdminNow } from './api.ts'
import { hasPendingRedirect, clearPendingSignUp } from './pending-sign-up.ts'

/**
 * Redirects a signed-in user after `pauseMs`: to payment or the admin area just after sign-up, otherwise to
 * `defaultPath`. Waits while `defaultPath` is undefined.
 */
export const useRedirectWhenSignedIn = (defaultPath: string | undefined, pauseMs = 0): void => {
  const { user } = useSession()
  const navigate = useNavigate()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined || defaultPath === undefined) return
    let isActive = true
    const redirect = async () => {
      const [next] = await Promise.all([nextPage(defaultPath), pause(pauseMs)])
      if (!isActive) return
      if (next.endsSignUp) clearPendingSignUp()
      if (next.message) toast({ title: next.message })
      await navigate(next.path, { replace: true })
    }
    void redirect()
    return () => {
      isActive = false
    }
  }, [userId, defaultPath, pauseMs, navigate])
}

interface NextPage {
  readonly path: string
  readonly message?: string
  /** True if the stored sign-up is complete. */
  readonly endsSignUp?: boolean
}

const nextPage = async (defaultPath: string): Promise<NextPage> => {
  if (!hasPendingRedirect()) return { path: defaultPath }
  if (await isAdminNow())
    return { path: paths.admin, message: 'Welcome! You have admin access.', endsSignUp: true }
  // A member has paid already, for example on another device.
  if ((await rereadAccess())?.isSubscribed) return { path: defaultPath, endsSignUp: true }
  return {
    path: paths.subscribe,
    message: 'Please complete your payment to activate your subscription.',
    endsSignUp: true,
  }
}
