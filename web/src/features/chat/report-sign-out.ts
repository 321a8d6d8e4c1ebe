import { pageStays } from '#web/lib/page-leaving.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { toast } from '#web/ui/toast.ts'
import { whenVisible } from './when-visible.ts'

/**
 * Says why the chat window is gone in the middle of a conversation: the session has ended, for example on another device.
 * A user who signs out in this tab leaves the page.
 */
export const reportSignOut = (): void => {
  const report = () => {
    if (currentSession() !== null) return
    toast({
      title: 'You’ve been signed out',
      description: 'Your chat was closed. Please sign in again to write to an adviser.',
      variant: 'destructive',
    })
  }
  // The page is left in a later task.
  setTimeout(() => void pageStays().then(() => whenVisible(report)))
}
