import { useState } from 'react'
import { passkeyErrorText, signInWithPasskey, usePasskeySupport } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../identity.module.css'
import { closeFailure } from '../close-failure.ts'

interface PasskeySignInProps {
  /** Returns whether the session is kept when the browser closes. Default: it is. */
  readonly remember?: () => boolean
  readonly onStart?: () => void
  readonly onFailed?: () => void
}

/**
 * Button to sign in with a passkey. Shows nothing if the browser or the stage has none. The page redirects afterwards.
 */
export const PasskeySignIn = ({ remember = () => true, onStart, onFailed }: PasskeySignInProps) => {
  const canUse = usePasskeySupport()
  const [busy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    onStart?.()
    try {
      await signInWithPasskey(remember())
      closeFailure()
    } catch (failure) {
      onFailed?.()
      toast({
        title: 'Sign in failed',
        description: passkeyErrorText(failure, 'sign-in'),
        variant: 'destructive',
      })
      setBusy(false)
    }
  }
  if (canUse === false) return null
  return (
    <div className={styles.passkey}>
      {/* In the prerendered page, the boot script shows the button. */}
      <Button
        variant="secondary"
        wide
        data-app
        data-passkey
        hidden={!canUse}
        loading={busy}
        onClick={() => void signIn()}
      >
        Use a passkey
      </Button>
    </div>
  )
}
