import type { InboxItemDetails } from '#shared/contract/inbox.ts'
import { timeText } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'
import { emailStopReasons } from '../email-stop-texts.ts'

/** Says that no email reaches the sender, and why. */
export const StoppedEmails = ({ item }: { readonly item: InboxItemDetails }) => {
  const stop = item.sender.emailsStopped
  if (stop === null) return null
  return (
    <Alert kind="warning" title="Replies aren’t emailed to this address">
      No emails have been sent to it since {timeText(stop.at)}, because {emailStopReasons[stop.reason]} (
      {stop.detail}).{' '}
      {item.source === 'ticket'
        ? 'The member can only read your reply on their profile.'
        : 'Your reply won’t reach the sender.'}
    </Alert>
  )
}
