import { useState } from 'react'
import type { InboxItemDetails } from '#shared/contract/inbox.ts'
import { inboxKinds, type InboxKind } from '#shared/values/inbox.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { closeInboxItem, markInboxItem, reopenInboxItem } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'
import styles from './inbox.module.css'
import { kindTexts } from './item-texts.ts'

interface ItemActionsProps {
  readonly item: InboxItemDetails
  /** Loads the item again. */
  readonly onChanged: () => Promise<void>
}

const kindOptions = inboxKinds.map((kind) => ({ value: kind, label: kindTexts[kind] }))

/** The other actions besides a reply: record a reply sent elsewhere, close or reopen the item, and set its kind. */
export const ItemActions = ({ item, onChanged }: ItemActionsProps) => {
  const [busy, setBusy] = useState<string>()
  const run = async (name: string, action: () => Promise<unknown>, done: string) => {
    setBusy(name)
    await runWithToast(action, { done, failed: 'The item was not changed' })
    await onChanged()
    setBusy(undefined)
  }
  const button = (label: string, done: string, action: () => Promise<unknown>) => (
    <Button
      variant="secondary"
      loading={busy === label}
      disabled={busy !== undefined && busy !== label}
      onClick={() => void run(label, action, done)}
    >
      {label}
    </Button>
  )
  const { id, kind, state, waitingSince: seen } = item
  const known = { id, seen, seenKind: kind }
  const setKind = (next: InboxKind) =>
    run('kind', () => markInboxItem({ ...known, kind: next }), `Marked as ${kindTexts[next].toLowerCase()}`)
  return (
    <section aria-label="Actions" className={styles.actions}>
      <div className={styles.buttons}>
        {state === 'answered'
          ? null
          : button('Answered elsewhere', 'Recorded as answered elsewhere', () =>
              closeInboxItem({ ...known, reason: 'answered-elsewhere' }),
            )}
        {state === 'open'
          ? button('No reply needed', 'Item closed', () =>
              closeInboxItem({ ...known, reason: 'no-reply-needed' }),
            )
          : null}
        {state === 'open' ? null : button('Reopen', 'Item reopened', () => reopenInboxItem({ id, seen }))}
        {kind === 'complaint' && item.acknowledgedAt === null
          ? button('Acknowledged elsewhere', 'Acknowledgement recorded', () =>
              markInboxItem({ ...known, kind, acknowledged: true }),
            )
          : null}
      </div>
      <SelectField
        label="Kind"
        hint="The due date depends on the kind."
        options={kindOptions}
        value={kind}
        // Stays enabled while its own choice is being stored, because a disabled field loses the focus.
        disabled={busy !== undefined && busy !== 'kind'}
        onChange={(event) => {
          const next = inboxKinds.find((one) => one === event.target.value)
          if (next !== undefined) void setKind(next)
        }}
      />
    </section>
  )
}
