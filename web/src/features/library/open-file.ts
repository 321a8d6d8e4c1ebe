import { openInTab } from '../../lib/open-tab.ts'
import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'
import { createDownload } from './api/create-download.ts'

/** Opens a file in a new tab by a link that is signed now: office files in a viewer, others as they are. */
export const openFile = async (path: string): Promise<void> => {
  try {
    await openInTab(async () => {
      const { url, viewUrl } = await createDownload(path)
      return viewUrl ?? url
    })
  } catch (failure) {
    toast({
      title: 'Download failed',
      description: messageOf(failure, 'Could not get file URL.'),
      variant: 'destructive',
    })
  }
}
