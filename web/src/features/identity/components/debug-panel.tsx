import { useEffect, useState } from 'react'
import { siteConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session.ts'
import styles from '../identity.module.css'

const productionStage = 'prod'

/** Shows the state of the session on wide screens, except in production. */
export const DebugPanel = () => {
  const isVisible = useIsVisible()
  const { session, user } = useSession()
  if (!isVisible) return null
  return (
    <dl className={styles.debug} aria-label="Debug panel">
      <dt>Session present</dt>
      <dd>{session ? 'yes' : 'no'}</dd>
      <dt>User id</dt>
      <dd>{user?.id ?? 'none'}</dd>
    </dl>
  )
}

const useIsVisible = (): boolean => {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    let isActive = true
    siteConfig().then(
      ({ stage }) => isActive && setVisible(stage !== productionStage),
      () => undefined, // The settings could not be loaded. The stage is unknown, so the panel stays hidden.
    )
    return () => {
      isActive = false
    }
  }, [])
  return isVisible
}
