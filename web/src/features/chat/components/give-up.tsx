import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusReplacement, headingIn } from '#web/ui/focus/focus-replacement.ts'
import { toast } from '#web/ui/toast.ts'
import type { PassAccess } from '../chat-access.ts'
import { giveUpPass } from '../chat-session.ts'

/** Button to give up the remaining minutes of a pass, which asks for confirmation. */
export const GiveUp = ({ pass }: { readonly pass: Pick<PassAccess, 'guestKey'> }) => {
  const [isAsking, setIsAsking] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const giveUp = async () => {
    setIsSending(true)
    try {
      await giveUpPass(pass)
      setIsAsking(false)
      // The button that opened the dialog disappears with the pass.
      focusReplacement(() => headingIn(document.querySelector('main')))
    } catch (failure) {
      toast({ title: 'Your pass hasn’t ended', description: messageOf(failure), variant: 'destructive' })
    } finally {
      setIsSending(false)
    }
  }
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
        Give up remaining time
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        busy={isSending}
        title="Give up your remaining time?"
        description={
          <>
            Your pass ends now, and you can’t write in the chat any more. You can’t get the remaining minutes
            back. If you bought it in the last 14 days, you can{' '}
            <Link to={paths.withdraw}>withdraw and get a refund</Link> instead. If you only want to stop
            writing, close the chat window.
          </>
        }
        actions={
          <>
            <Button variant="secondary" disabled={isSending} onClick={() => setIsAsking(false)}>
              Keep my time
            </Button>
            <Button variant="destructive" loading={isSending} onClick={() => void giveUp()}>
              Give it up
            </Button>
          </>
        }
      />
    </>
  )
}
