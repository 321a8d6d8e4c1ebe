import { brand } from '../../../shared/values/brand.ts'
import { passMinutes, planFacts, pounds } from '../../../shared/values/plans.ts'
import type { DocumentSection } from './document-section.ts'

const price = (plan: keyof typeof planFacts) => pounds(planFacts[plan].priceMinor)

const scope = (
  <>
    <p>
      {brand.name} is a subscription advice service for letting agents, landlords and other property
      professionals. It covers lettings in England and Wales. It does not cover Scotland or Northern Ireland.
    </p>
    <p>Advice is given by human advisers in live chat. The service does not include:</p>
    <ul>
      <li>written advice,</li>
      <li>the drafting or review of documents or letters,</li>
      <li>assistance in court.</li>
    </ul>
    <p>
      We are not solicitors. Guides and templates are general; each one says which country it is for and the
      date of the law it states.
    </p>
  </>
)

const helpline = (
  <p>
    Advisers are available Monday to Friday 10:00-16:00 and Saturday 10:00-13:00, London time, and not on
    Sundays. Outside these hours the resource hub stays open, and members can submit a ticket, which is
    answered the next working day. We may have to close at other times; we then say so on the live chat page.
  </p>
)

const adHoc = (
  <>
    <p>
      One-time access costs {price('one-time')} and buys {passMinutes} minutes of live chat advice and direct
      adviser support only. It includes no guides, templates, documents, videos or priority support, and needs
      no account. It can be extended in blocks of {passMinutes} minutes.
    </p>
    <p>
      The {passMinutes} minutes start when a human adviser answers your first message. One-time access is sold
      during chat hours only.
    </p>
  </>
)

const withdrawal = (
  <>
    <p>Access is withdrawn immediately if:</p>
    <ul>
      <li>a charge is unpaid,</li>
      <li>a person authorised by the account is abusive to staff, or</li>
      <li>non-employees use the account.</li>
    </ul>
    <p>
      No refund applies. An unpaid monthly account is reinstated only once the balance is paid. This section
      does not take away rights that the law gives to consumers.
    </p>
  </>
)

const ending = (
  <>
    <p>
      A subscription costs {price('monthly')} a month or {price('annual')} a year and renews until you end it.
      You can cancel at any time from your profile. Cancelling stops future charges but keeps the account; you
      keep access until the end of the period that you have paid for.
    </p>
    <p>
      Deleting the account is permanent. What is deleted and what the law obliges us to keep is listed before
      you confirm, and in our privacy policy.
    </p>
    <p>
      If you buy mainly outside your trade, business or profession, you are a consumer and may cancel within
      14 days of buying without giving a reason (Consumer Contracts Regulations 2013). Where you asked us to
      start within the 14 days, you pay for what you had until you cancelled. To cancel, write to{' '}
      {brand.supportEmail}.
    </p>
  </>
)

const user = (
  <p>
    You give us true details when you sign up and keep them up to date from your profile. An account is for
    you and your employees. Keep your password to yourself. How we use what you tell us is set out in our
    privacy policy.
  </p>
)

/** When these words came into force. Change it with them. */
export const termsSince = '20 November 2026'

export const termsSections: readonly DocumentSection[] = [
  { id: 'scope', title: 'Scope of the service', body: scope },
  { id: 'helpline', title: 'Helpline availability', body: helpline },
  { id: 'ad-hoc', title: 'Ad hoc advice', body: adHoc },
  { id: 'withdrawal', title: 'Withdrawal of access', body: withdrawal },
  { id: 'ending', title: 'Ending a subscription', body: ending },
  { id: 'user', title: 'Information about the user', body: user },
  {
    id: 'law',
    title: 'Governing law',
    body: (
      <p>
        These terms are governed by the law of England and Wales, and its courts decide disputes about them.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms. Members are told by e-mail at least 30 days before a change that concerns
        them, and may end their subscription before it takes effect.
      </p>
    ),
  },
  {
    id: 'operator',
    title: 'Operator information',
    body: (
      <p>
        {brand.legalName}, {brand.postalAddress}, {brand.supportEmail}.
      </p>
    ),
  },
]
