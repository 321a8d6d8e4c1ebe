import { openInTab } from '#web/lib/open-tab.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'
import { createDownload } from './api.ts'

/** Opens a file in a new tab by a newly signed link: office files in the viewer, others directly. */
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
