import type { ReactNode } from 'react'
import { brand } from '../../../shared/values/brand.ts'

const email = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>

const needed = [
  'your name',
  'your contact details',
  'your agency, if you have one',
  'the adviser you dealt with',
  'the issue',
  'dates, and copies of documents that bear on it',
  'the outcome that you would like',
] as const

export interface ComplaintStep {
  readonly title: string
  readonly body: ReactNode
}

export const complaintSteps: readonly ComplaintStep[] = [
  {
    title: 'Informal resolution',
    body: (
      <>
        <p>Send an e-mail to {email}. We will arrange a phone call and try to settle the matter at once.</p>
      </>
    ),
  },
  {
    title: 'Formal written complaint',
    body: (
      <>
        <p>If that does not settle it, write to the same address. Please tell us:</p>
        <ul>
          {needed.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </>
    ),
  },
  {
    title: 'Acknowledgement',
    body: (
      <>
        <p>
          We acknowledge your complaint within 3 working days and say who is dealing with it. A working day is
          any day but a Saturday, a Sunday or a bank holiday in England and Wales.
        </p>
      </>
    ),
  },
  {
    title: 'Full written response',
    body: (
      <>
        <p>
          We aim to send you a full written response within 14 working days of the acknowledgement. If we need
          longer, we tell you why and until when.
        </p>
      </>
    ),
  },
  {
    title: 'Further steps',
    body: (
      <>
        <p>
          If you are not satisfied, tell us why. We look at the matter again, and may propose independent
          mediation.
        </p>
      </>
    ),
  },
]
