import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'
import { createDownload } from './api/create-download.ts'

/**
 * Opens a file in a new tab. The link is signed when it is asked for, so the tab is opened first, within the
 * person's click: opened later, a browser would block it. Where even that is blocked, this tab goes there.
 */
export const openFile = async (path: string): Promise<void> => {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null // the file's host gets no hold on this page
  try {
    const { url, viewUrl } = await createDownload(path)
    if (tab?.closed) return // the person has thought better of it
    const { location } = tab ?? window
    if (tab) location.replace(viewUrl ?? url)
    else location.assign(viewUrl ?? url)
  } catch (failure) {
    tab?.close()
    toast({
      title: 'Download failed',
      description: messageOf(failure, 'Could not get file URL.'),
      variant: 'destructive',
    })
  }
}
