import { useEffect, useState } from 'react'
import { call } from '#web/lib/call.ts'
import { confirmWithPasskey, passkeyErrorText, usePasskeySupport } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './confirm-identity.module.css'

/** Button to confirm the identity with a passkey. Shows nothing if the account has none. */
export const ConfirmWithPasskey = ({ onConfirmed }: { readonly onConfirmed: () => void }) => {
  const hasPasskey = useHasPasskey()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await confirmWithPasskey()
      onConfirmed()
    } catch (failure) {
      setError(passkeyErrorText(failure, 'sign-in'))
      setBusy(false)
    }
  }
  if (!hasPasskey) return null
  return (
    <>
      {error ? (
        <p className={styles.detail} role="alert">
          {error}
        </p>
      ) : null}
      <Button variant="secondary" loading={busy} onClick={() => void confirm()}>
        Use a passkey
      </Button>
    </>
  )
}

const useHasPasskey = (): boolean => {
  const canUse = usePasskeySupport()
  const [hasPasskey, setHasPasskey] = useState(false)
  useEffect(() => {
    if (!canUse) return
    let mounted = true
    call('list-passkeys', {}).then(
      ({ passkeys }) => mounted && setHasPasskey(passkeys.length > 0),
      // The user can still confirm with the password or a link.
      () => undefined,
    )
    return () => {
      mounted = false
    }
  }, [canUse])
  return hasPasskey
}
