import type { UserFound } from '#shared/contract/admin.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

type Status = UserFound['subscription_status']

const statuses: Readonly<Record<Status, { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'signal' },
  cancelling: { label: 'Cancelling', tone: 'amber' },
  unpaid: { label: 'Payment due', tone: 'red' },
  pass: { label: 'Chat pass', tone: 'blue' },
  none: { label: 'No subscription', tone: 'plain' },
}

/** Shows what gives a user access now. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
)
