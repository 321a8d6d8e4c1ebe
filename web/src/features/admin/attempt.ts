import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'

/** Does something and says how it went, in a toast; answers whether it was done. */
export const attempt = async (
  act: () => Promise<unknown>,
  texts: { done: string; failed: string },
): Promise<boolean> => {
  try {
    await act()
  } catch (failure) {
    toast({ title: texts.failed, description: messageOf(failure), variant: 'destructive' })
    return false
  }
  toast({ title: texts.done })
  return true
}
