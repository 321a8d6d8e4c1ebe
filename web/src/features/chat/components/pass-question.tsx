import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { usePassChoice } from '../offered-pass.ts'

const texts = {
  link: {
    title: 'Use the other live chat pass?',
    situation:
      'This browser has a live chat pass that you can still use. The other pass would take its place here.',
    use: 'Use the other pass',
  },
  payment: {
    title: 'Use the pass you’ve just bought?',
    situation:
      'This browser has another live chat pass that you can still use. The pass you’ve just bought would take its place here.',
    use: 'Use the new pass',
  },
} as const

/** Asks before a pass from an emailed link or a payment replaces a pass of this browser that can still be used. */
export const PassQuestion = () => {
  const choice = usePassChoice()
  // A visitor who leaves the page without a choice keeps the pass of this browser.
  useEffect(() => () => choice?.choose(false), [choice])
  if (choice === undefined) return null
  const { choose, source } = choice
  const { title, situation, use } = texts[source]
  return (
    <Dialog
      open
      onOpenChange={() => choose(false)}
      title={title}
      description={`${situation} You won’t lose either pass. To use the other one later, open the link in its email.`}
      actions={
        <>
          <Button variant="secondary" onClick={() => choose(false)}>
            Keep this browser’s pass
          </Button>
          <Button onClick={() => choose(true)}>{use}</Button>
        </>
      }
    />
  )
}
