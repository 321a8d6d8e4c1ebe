import type { ReactNode } from 'react'
import { disputeProvider } from '#shared/values/brand.ts'
import { acknowledgeWorkingDays, complaintWorkingDays } from '#shared/values/inbox.ts'
import { SupportEmail } from '#web/components/support-email.tsx'

const email = <SupportEmail />

const complaintDetails = [
  'your name',
  'your contact details',
  'your agency, if you have one',
  'the adviser you dealt with',
  'what the issue is',
  'the relevant dates, with copies of any relevant documents',
  'the outcome you would like',
] as const

const disputeText =
  disputeProvider === undefined
    ? 'We don’t use an alternative dispute resolution provider. You can still take a dispute to court.'
    : `Our alternative dispute resolution provider is ${disputeProvider.name} (${disputeProvider.url}).`

export interface ComplaintStep {
  readonly title: string
  readonly body: ReactNode
}

export const complaintSteps: readonly ComplaintStep[] = [
  {
    title: 'Informal resolution',
    body: (
      <p>Send an email to {email}. We’ll arrange a phone call and try to resolve the matter straight away.</p>
    ),
  },
  {
    title: 'Formal written complaint',
    body: (
      <>
        <p>If that doesn’t resolve it, write to the same address. Please tell us:</p>
        <ul>
          {complaintDetails.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </>
    ),
  },
  {
    title: 'Acknowledgement',
    body: (
      <p>
        We’ll acknowledge your complaint within {`${acknowledgeWorkingDays} working days`} and tell you who is
        dealing with it. Working days are Monday to Friday, except bank holidays in England and Wales.
      </p>
    ),
  },
  {
    title: 'Full written response',
    body: (
      <p>
        We aim to send you a full written response within {`${complaintWorkingDays} working days`} of our
        acknowledgement. If we need longer, we’ll tell you why and when to expect our response.
      </p>
    ),
  },
  {
    title: 'Further steps',
    body: (
      <>
        <p>
          If you’re not satisfied, tell us why. We’ll look at the matter again and may suggest independent
          mediation.
        </p>
        <p>{disputeText}</p>
      </>
    ),
  },
]
