import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { runWithToast } from '../run-with-toast.ts'

interface ConfirmDeleteProps {
  /** Kind of item, as the button shows it: `file`, `video`. */
  readonly thing: string
  readonly name: string
  /** The consequences of the deletion. */
  readonly children: ReactNode
  readonly deleteItem: () => Promise<unknown>
  readonly onDone: () => void
}

/** A button that deletes something permanently, after a confirmation. */
export const ConfirmDelete = ({ thing, name, children, deleteItem, onDone }: ConfirmDeleteProps) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const done = await runWithToast(deleteItem, { done: 'Deleted', failed: 'Delete failed' })
    setBusy(false)
    if (!done) return
    setOpen(false)
    onDone()
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Delete {thing}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete this ${thing}?`}
        description={children}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
            <Button variant="destructive" loading={busy} onClick={() => void confirm()}>
              Delete
            </Button>
          </>
        }
      />
    </>
  )
}
