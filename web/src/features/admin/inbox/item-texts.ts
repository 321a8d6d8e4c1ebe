import type { InboxItem, InboxSender } from '#shared/contract/inbox.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import type { InboxKind, InboxState } from '#shared/values/inbox.ts'
import { dayText } from '#web/lib/dates.ts'
import { numberOf } from '#web/lib/number-text.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const kindTexts: Readonly<Record<InboxKind, string>> = {
  question: 'Question',
  complaint: 'Complaint',
  'data-protection': 'Data protection request',
}

export const stateTexts: Readonly<Record<InboxState, string>> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

const planTexts = { monthly: 'Monthly plan', annual: 'Annual plan', none: 'No subscription' } as const

/** Describes the plan of a sender: `Annual plan`. Null stands for a contact message. */
export const planText = (plan: InboxItem['plan']): string =>
  plan === null ? 'Contact page, not signed in' : planTexts[plan]

/** Describes what gives a sender access now: the plan, and a pass with its minutes. */
export const accessText = ({
  plan,
  passMinutesLeft,
}: Pick<InboxSender, 'plan' | 'passMinutesLeft'>): string => {
  const parts = [
    ...(plan === null ? [] : [planTexts[plan]]),
    ...(passMinutesLeft === null ? [] : [`pass with ${numberOf(passMinutesLeft, 'minute')} left`]),
  ]
  return parts.length === 0 ? 'No account with this address' : parts.join(', ')
}

/** Describes when the next step of an open item is due, and how urgent it is. */
export const dueText = (item: InboxItem, now: Date): { readonly text: string; readonly tone: BadgeTone } => {
  const isUnacknowledged = item.kind === 'complaint' && item.acknowledgedAt === null
  if (item.late)
    return {
      text: `Late: ${isUnacknowledged ? 'acknowledgement' : 'reply'} was due ${dayText(item.dueOn)}`,
      tone: 'red',
    }
  const step = isUnacknowledged ? 'Acknowledge' : 'Reply'
  if (item.dueOn === londonDayOf(now)) return { text: `${step} today`, tone: 'amber' }
  return { text: `${step} by ${dayText(item.dueOn)}`, tone: 'plain' }
}
