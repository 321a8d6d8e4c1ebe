import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import { OpeningWords } from '#web/components/door-texts.tsx'
import { serverNow } from '#web/lib/server-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from '../chat.module.css'

/** Time before closing when the badge turns amber, in milliseconds. */
const closingSoonMs = 30 * 60_000

const toneOf = ({ isOpen, until }: OpeningStatus): BadgeTone => {
  if (!isOpen) return 'plain'
  return until.getTime() - serverNow().getTime() <= closingSoonMs ? 'amber' : 'signal'
}

/**
 * Shows whether the chat is open, and when it next opens or closes. Without a status, the style sheet and the inline
 * script of the opening hours show the state by the browser's clock.
 */
export const OpeningBadge = ({ status }: { readonly status: OpeningStatus | undefined }) => (
  <p className={styles.opening} role="status" data-now>
    {status ? (
      <Badge key={String(status.isOpen)} tone={toneOf(status)}>
        {status.isOpen ? 'Online' : 'Offline'}
      </Badge>
    ) : (
      <>
        <span className={styles.whenOpen}>
          <Badge tone="signal">Online</Badge>
        </span>
        <span className={styles.whenClosed}>
          <Badge>Offline</Badge>
        </span>
      </>
    )}{' '}
    <span>
      {status ? <LiveText>{status.words}</LiveText> : <OpeningWords />}{' '}
      <span className={styles.soft}>(London time)</span>
    </span>
  </p>
)
