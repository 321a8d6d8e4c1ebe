import type { LinkQuestion } from '#web/lib/link-question.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface LinkDialogProps {
  readonly question: LinkQuestion
  readonly answer: (accepted: boolean) => void
}

interface Texts {
  readonly title: string
  readonly description: string
  readonly accept: string
  readonly decline: string
}

const textsOf = (question: LinkQuestion): Texts => {
  if (question.kind === 'retry')
    return {
      title: 'We couldn’t check your link',
      description: 'Please check your connection and try again.',
      accept: 'Try again',
      decline: 'Continue without signing in',
    }
  const { from, to } = question
  return {
    title: `Sign in as ${to}?`,
    description: `You’re signed in as ${from || 'another user'}. The link you opened belongs to ${to}. Only continue if you asked for this link.`,
    accept: `Sign in as ${to}`,
    decline: from ? `Stay signed in as ${from}` : 'Stay signed in',
  }
}

/** Asks the user a question about an emailed link. Closing the dialog declines. */
const LinkDialog = ({ question, answer }: LinkDialogProps) => {
  const { title, description, accept, decline } = textsOf(question)
  return (
    <Dialog
      open
      onOpenChange={() => answer(false)}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={() => answer(false)}>
            {decline}
          </Button>
          <Button onClick={() => answer(true)}>{accept}</Button>
        </>
      }
    />
  )
}

export default LinkDialog
