import { dateInWords } from '#shared/rules/london.ts'
import { SupportEmail } from '#web/components/support-email.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { setExpiredPass, useExpiredPass } from '../expired-pass.ts'

/** States that this browser's guest pass expired unused, when, and what the visitor can do. */
export const PassExpired = () => {
  const expiredAt = useExpiredPass()
  if (expiredAt === null) return null
  return (
    <Alert kind="warning" title="Your pass has expired" onDismiss={keepFocus(() => setExpiredPass(null))}>
      It wasn’t used in time, so it expired on {dateInWords(expiredAt)}. If something stopped you from using
      it, email <SupportEmail /> and we’ll look into it. You can also buy a new pass below.
    </Alert>
  )
}
