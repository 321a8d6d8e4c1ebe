import { useState, type ReactNode } from 'react'
import { CallError } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

interface ConfirmChangeProps {
  readonly verb: 'Rotate' | 'Revoke'
  /** The name of the referrer. */
  readonly name: string
  /** The consequences of the change. */
  readonly children: ReactNode
  readonly changeLink: () => Promise<unknown>
  readonly done: { readonly title: string; readonly description?: string }
  /** Called when the link has changed, or another admin has changed it in the meantime. */
  readonly onChanged: () => void
}

/** A button that rotates or revokes a referral link, after a confirmation. */
export const ConfirmChange = ({ verb, name, children, changeLink, done, onChanged }: ConfirmChangeProps) => {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await changeLink()
      toast(done)
      setOpen(false)
      onChanged()
    } catch (failure) {
      toast({ title: `${verb} Failed`, description: messageOf(failure), variant: 'destructive' })
      if (failure instanceof CallError && failure.code === 'not_found') {
        setOpen(false)
        onChanged()
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
      {/* Rendered only while open: a list may have hundreds of these buttons. */}
      {open ? (
        <Dialog
          open
          busy={busy}
          onOpenChange={setOpen}
          title={`${verb} this link?`}
          description={children}
          actions={
            <>
              <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
                Keep it
              </Button>
              <Button
                variant={verb === 'Revoke' ? 'destructive' : 'primary'}
                loading={busy}
                onClick={() => void confirm()}
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
