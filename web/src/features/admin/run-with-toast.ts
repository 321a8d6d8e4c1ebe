import { messageOf } from '#web/lib/message-of.ts'
import { toast } from '#web/ui/toast.ts'

/** Runs an action and shows its success or failure in a toast. Returns whether it succeeded. */
export const runWithToast = async (
  action: () => Promise<unknown>,
  titles: { done: string; failed: string },
): Promise<boolean> => {
  try {
    await action()
  } catch (failure) {
    toast({ title: titles.failed, description: messageOf(failure), variant: 'destructive' })
    return false
  }
  toast({ title: titles.done })
  return true
}
