import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import * as paths from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { isAdminNow } from './api/ensure-admin-role.ts'
import { awaitsRedirect, forgetRedirect } from './pending-sign-up.ts'

/**
 * Moves a signed-in person on: to payment (or the admin area) when they have just signed up, otherwise to
 * `otherwise`.
 */
export const useLeaveWhenSignedIn = (otherwise: string, pauseMs = 0): void => {
  const { user } = useSession()
  const navigate = useNavigate()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    let wanted = true
    const leave = async () => {
      const [next] = await Promise.all([nextPage(otherwise), pause(pauseMs)])
      if (!wanted) return
      if (next.message) {
        forgetRedirect()
        toast({ title: next.message })
      }
      await navigate(next.path, { replace: true })
    }
    void leave()
    return () => {
      wanted = false
    }
  }, [userId, otherwise, pauseMs, navigate])
}

const nextPage = async (otherwise: string): Promise<{ path: string; message?: string }> => {
  if (!awaitsRedirect()) return { path: otherwise }
  if (await isAdminNow()) return { path: paths.admin, message: 'Welcome! You have admin access.' }
  return {
    path: paths.subscribe,
    message: 'Please complete your payment to activate your subscription.',
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
