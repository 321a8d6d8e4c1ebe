import { useState, type ReactNode } from 'react'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { runWithToast } from '../run-with-toast.ts'
import styles from './uploads.module.css'

interface ConfirmDeleteProps {
  /** Kind of item, as the button shows it: `file`, `video`. */
  readonly itemKind: string
  /** Text of the button, unless it is 'Delete' and the kind of item. */
  readonly label?: string
  readonly which?: 'this' | 'these'
  readonly variant?: ButtonVariant
  readonly disabled?: boolean
  readonly name: string
  /** The consequences of the deletion. */
  readonly children: ReactNode
  /** Shown below the consequences. */
  readonly details?: ReactNode
  /** Progress of the running deletion. */
  readonly progress?: string
  readonly deleteItem: () => Promise<unknown>
  readonly onDone: () => void
  /** Titles of the toasts. */
  readonly titles?: { readonly done: string; readonly failed: string }
}

/** A button that deletes something permanently, after a confirmation. */
export const ConfirmDelete = ({
  itemKind,
  label,
  which = 'this',
  variant = 'quiet',
  disabled,
  name,
  children,
  details,
  progress,
  deleteItem,
  onDone,
  titles = { done: 'Deleted', failed: 'Delete failed' },
}: ConfirmDeleteProps) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const done = await runWithToast(deleteItem, titles)
    setBusy(false)
    if (!done) return
    setOpen(false)
    onDone()
  }
  return (
    <>
      <Button variant={variant} size="small" disabled={disabled} onClick={() => setOpen(true)}>
        {label ?? `Delete ${itemKind}`}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {/* Rendered only while open: a list may have a thousand of these buttons. */}
      {open ? (
        <Dialog
          open
          busy={busy}
          onOpenChange={setOpen}
          title={`Delete ${which} ${itemKind}?`}
          description={children}
          actions={
            <>
              <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
                Keep {which === 'this' ? 'it' : 'them'}
              </Button>
              <Button variant="destructive" loading={busy} onClick={() => void confirm()}>
                Delete
              </Button>
            </>
          }
        >
          {details}
          {progress === undefined ? null : (
            <p role="status" className={styles.progress}>
              {busy ? <LiveText>{progress}</LiveText> : null}
            </p>
          )}
        </Dialog>
      ) : null}
    </>
  )
}
