import { useEffect, useState } from 'react'
import { siteConfig } from '../../../lib/config.ts'
import { useSession } from '../../../lib/session.ts'
import styles from '../identity.module.css'

const productionStage = 'prod'

/** For us, outside production and on wide screens: what this browser knows of a session. */
export const DebugPanel = () => {
  const shown = useShown()
  const { session, user } = useSession()
  if (!shown) return null
  return (
    <dl className={styles.debug} aria-label="Debug panel">
      <dt>Session present</dt>
      <dd>{session ? 'yes' : 'no'}</dd>
      <dt>User id</dt>
      <dd>{user?.id ?? 'none'}</dd>
    </dl>
  )
}

const useShown = (): boolean => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let wanted = true
    siteConfig().then(
      ({ stage }) => wanted && setShown(stage !== productionStage),
      () => undefined, // Without settings the stage is unknown, and the panel stays away.
    )
    return () => {
      wanted = false
    }
  }, [])
  return shown
}
