import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { usePassChoice } from '../offered-pass.ts'

/** Asks before another pass, for example of an emailed link, replaces one in this browser that can still be used. */
export const PassQuestion = () => {
  const choose = usePassChoice()
  // A visitor who leaves the page without a choice keeps the pass of this browser.
  useEffect(() => () => choose?.(false), [choose])
  if (choose === undefined) return null
  return (
    <Dialog
      open
      onOpenChange={() => choose(false)}
      title="Use the other live chat pass?"
      description="This browser has a live chat pass that you can still use. The other pass would take its place here. You don’t lose either of them: the link in the email about a pass brings it back."
      actions={
        <>
          <Button variant="secondary" onClick={() => choose(false)}>
            Keep this browser’s pass
          </Button>
          <Button onClick={() => choose(true)}>Use the other pass</Button>
        </>
      }
    />
  )
}
