import { toast } from '../../ui/toast.ts'

/** Does something; when it fails, says so in a toast. Returns whether it worked. */
export const attempt = async (act: () => Promise<unknown>, failed: string): Promise<boolean> => {
  try {
    await act()
    return true
  } catch {
    // The screen's own words: what the server says of it would not help the person.
    toast({ title: 'Error', description: failed, variant: 'destructive' })
    return false
  }
}

/** Long enough to read a toast that a reload takes away, in milliseconds. */
const readingPauseMs = 1500

/** Loads the page anew once its toast could be read. */
export const reloadSoon = (): void => {
  setTimeout(() => window.location.reload(), readingPauseMs)
}
