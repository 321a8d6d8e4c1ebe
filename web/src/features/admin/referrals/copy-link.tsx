import { useEffect, useState } from 'react'
import { copiedMs } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** A button that copies a referral link. It shows 'Copied' for two seconds. */
export const CopyLink = ({ url, name }: { url: string; name: string }) => {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), copiedMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopies((count) => count + 1)
      toast({ title: 'Link copied!' })
    } catch {
      // The browser denied access to the clipboard. There are no further details to show.
      const description = 'Failed to copy link to clipboard'
      toast({ title: 'Copy failed', description, variant: 'destructive' })
    }
  }
  return (
    <Button variant="secondary" size="small" onClick={() => void copy()}>
      {copies > 0 ? 'Copied' : 'Copy Link'}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
