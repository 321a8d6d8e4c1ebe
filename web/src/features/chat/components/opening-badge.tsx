import type { OpeningStatus } from '../../../../../shared/rules/opening-hours.ts'
import { serverNow } from '../../../lib/server-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { BadgeTone } from '../../../ui/badge.tsx'
import styles from '../chat.module.css'

/** From this long before closing the badge turns amber, in milliseconds. */
const closingSoonMs = 30 * 60_000

const toneOf = ({ isOpen, until }: OpeningStatus): BadgeTone => {
  if (!isOpen) return 'plain'
  return until.getTime() - serverNow().getTime() <= closingSoonMs ? 'amber' : 'signal'
}

/** Whether advisers are in, and when that changes. */
export const OpeningBadge = ({ status }: { readonly status: OpeningStatus | undefined }) => (
  <p className={styles.opening} role="status" data-now>
    {status ? (
      <>
        <Badge tone={toneOf(status)}>{status.isOpen ? 'Online' : 'Offline'}</Badge>{' '}
        <span>
          {status.words} <span className={styles.soft}>(London time)</span>
        </span>
      </>
    ) : null}
  </p>
)
