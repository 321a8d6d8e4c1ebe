import { toast } from '#web/ui/toast.ts'
import { accessKept, cancelOpening } from './opening.ts'
import { changeSession, session } from './session-state.ts'
import type { ChatWidget } from './widget/chat-widget.ts'

const problem = `The chat didn’t recognise you, so we closed it. Please open it again. If that doesn’t help, please contact us. ${accessKept}`

/**
 * Closes a chat whose provider has rejected the visitor's signature: it would continue as a stranger's, which has no
 * pass and no earlier conversations. Opening it again gets a new signature. The clock of a pass that runs continues.
 */
export const closeRejectedChat = async (widget: ChatWidget): Promise<void> => {
  if (session.get().isOver) return
  cancelOpening()
  const cleared = widget.clear()
  changeSession({ phase: 'failed', problem })
  toast({ title: 'The chat was closed', description: 'The chat didn’t recognise you. Please open it again.' })
  await cleared
}
