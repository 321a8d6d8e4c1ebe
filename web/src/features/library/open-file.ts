import { CallError, callsEnded } from '#web/lib/call.ts'
import { openInTab } from '#web/lib/open-tab.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'
import { createDownload } from './api.ts'
import { libraryOutdated } from './load-library.ts'

const descriptionOf = (failure: unknown, isRemoved: boolean): string => {
  if (currentSession() === null) return 'You’ve been signed out. Please sign in again.'
  return isRemoved
    ? 'This file has been removed from the library.'
    : messageOf(failure, 'Could not get file URL.')
}

const report = (failure: unknown): void => {
  const isRemoved = failure instanceof CallError && failure.code === 'not_found'
  toast({
    title: 'Download failed',
    description: descriptionOf(failure, isRemoved),
    variant: 'destructive',
  })
  if (isRemoved) libraryOutdated.notify()
}

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
