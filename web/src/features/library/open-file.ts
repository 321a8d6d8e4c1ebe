import { callsEnded } from '#web/lib/call.ts'
import { openInTab } from '#web/lib/open-tab.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'
import { createDownload } from './api.ts'

const report = (failure: unknown): void =>
  toast({
    title: 'Download failed',
    description:
      currentSession() === null
        ? 'You’ve been signed out. Please sign in again.'
        : messageOf(failure, 'Could not get file URL.'),
    variant: 'destructive',
  })

/** Opens a file in a new tab by a newly signed link: office files in the viewer, others directly. */
export const openFile = async (path: string): Promise<void> => {
  try {
    await openInTab(async () => {
      const { url, viewUrl } = await createDownload(path)
      return viewUrl ?? url
    })
  } catch (failure) {
    report(failure)
  }
}

/** Saves a file. The response is an attachment, so the browser stays on the page. */
export const downloadFile = async (path: string): Promise<void> => {
  try {
    const { url } = await createDownload(path, { save: true })
    await callsEnded()
    window.location.assign(url)
  } catch (failure) {
    report(failure)
  }
}
