import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { attempt } from '../attempt.ts'

interface ConfirmDeleteProps {
  /** What goes, as the button says it: `file`, `video`. */
  readonly thing: string
  readonly name: string
  /** What it means that it goes. */
  readonly children: ReactNode
  readonly act: () => Promise<unknown>
  readonly onDone: () => void
}

/** A button that deletes something for good, after asking. */
export const ConfirmDelete = ({ thing, name, children, act, onDone }: ConfirmDeleteProps) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    const done = await attempt(act, { done: 'Deleted', failed: 'Delete failed' })
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
            <Button variant="destructive" loading={busy} onClick={() => void go()}>
              Delete
            </Button>
          </>
        }
      />
    </>
  )
}
