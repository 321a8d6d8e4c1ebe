import { Link } from 'react-router-dom'
import type { InboxItem } from '#shared/contract/inbox.ts'
import { timeText } from '#web/lib/dates.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'
import styles from './inbox.module.css'
import { dueText, kindTexts, planText } from './item-texts.ts'

interface InboxRowProps {
  readonly item: InboxItem
  readonly to: string
  /** Gives the link the focus when the list is shown. */
  readonly focused: boolean
}

/** An item in the list of the inbox. The topic is a link to the item. */
export const InboxRow = ({ item, to, focused }: InboxRowProps) => {
  const link = useFocusWhen<HTMLAnchorElement>(focused)
  return (
    <li className={styles.item}>
      <Link ref={link} to={to} className={styles.topic}>
        {item.topic}
      </Link>
      <p className={styles.quiet}>
        {item.name}&nbsp;· {planText(item.plan)}&nbsp;· {timeText(item.askedAt)}
      </p>
      <ItemBadges item={item} />
    </li>
  )
}

/** The due day of an open item, and its kind unless it is a question. Each text has a new element, as in LiveText. */
export const ItemBadges = ({ item }: { readonly item: InboxItem }) => {
  const due = item.state === 'open' ? dueText(item, serverNow()) : undefined
  if (due === undefined && item.kind === 'question') return null
  return (
    <p className={styles.badges}>
      {due ? (
        <Badge key={due.text} tone={due.tone}>
          {due.text}
        </Badge>
      ) : null}
      {item.kind === 'question' ? null : (
        <Badge key={item.kind} tone="blue">
          {kindTexts[item.kind]}
        </Badge>
      )}
    </p>
  )
}
