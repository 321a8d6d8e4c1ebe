import { useState, type ReactNode } from 'react'
import { CallError } from '../../../lib/call.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'

interface ConfirmChangeProps {
  readonly verb: 'Rotate' | 'Revoke'
  /** Whose link it is. */
  readonly name: string
  /** What it means for the link. */
  readonly children: ReactNode
  readonly act: () => Promise<unknown>
  readonly done: { readonly title: string; readonly description?: string }
  /** The link is another one, or gone: by this press or by somebody else's. */
  readonly onSettled: () => void
}

/** A button that changes a link for everybody who has it, after asking. */
export const ConfirmChange = ({ verb, name, children, act, done, onSettled }: ConfirmChangeProps) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      await act()
      toast(done)
      setOpen(false)
      onSettled()
    } catch (failure) {
      toast({ title: `${verb} Failed`, description: messageOf(failure), variant: 'destructive' })
      if (failure instanceof CallError && failure.code === 'not_found') {
        setOpen(false)
        onSettled()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {verb}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {/* Only while it is open: a list has hundreds of these buttons. */}
      {open ? (
        <Dialog
          open
          onOpenChange={setOpen}
          title={`${verb} this link?`}
          description={children}
          actions={
            <>
              <Button variant="secondary" onClick={() => setOpen(false)}>
                Keep it
              </Button>
              <Button
                variant={verb === 'Revoke' ? 'destructive' : 'primary'}
                loading={busy}
                onClick={() => void go()}
              >
                {verb}
              </Button>
            </>
          }
        />
      ) : null}
    </>
  )
}
