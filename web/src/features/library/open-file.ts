import { CallError, callsEnded } from '#web/lib/call.ts'
import { openInTab } from '#web/lib/open-tab.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { currentToast, dismissToast, toast } from '#web/ui/toast.ts'
import { createDownload } from './api.ts'
import { libraryOutdated } from './load-library.ts'

const descriptionOf = (failure: unknown, isRemoved: boolean): string => {
  if (currentSession() === null) return 'You’ve been signed out. Please sign in again.'
  return isRemoved
    ? 'This file has been removed from the library.'
    : messageOf(failure, 'Could not get file URL.')
}

/** The toast of the last failed attempt. It is closed once a file opens or is saved. */
let failureToast: number | undefined

const report = (failure: unknown): void => {
  const isRemoved = failure instanceof CallError && failure.code === 'not_found'
  toast({
    title: 'Download failed',
    description: descriptionOf(failure, isRemoved),
    variant: 'destructive',
  })
  failureToast = currentToast()?.id
  if (isRemoved) libraryOutdated.notify()
}

const attempt = async (action: () => Promise<void>): Promise<void> => {
  try {
    await action()
    dismissToast(failureToast)
  } catch (failure) {
    report(failure)
  }
}

/** Opens a file in a new tab with a newly signed link: office files in the viewer, other files directly. */
export const openFile = (path: string): Promise<void> =>
  attempt(() =>
    openInTab(async () => {
      const { url, viewUrl } = await createDownload(path)
      return viewUrl ?? url
    }),
  )

/** Saves a file. The response is an attachment, so the browser stays on the page. */
export const downloadFile = (path: string): Promise<void> =>
  attempt(async () => {
    const { url } = await createDownload(path, { save: true })
    await callsEnded()
    window.location.assign(url)
  })
