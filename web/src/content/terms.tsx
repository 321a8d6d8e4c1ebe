import { brand } from '#shared/values/brand.ts'
import { passMinutes, planFacts, pounds, unusedPassDays } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import type { DocumentSection } from './document-section.ts'

const { company } = brand

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
      <li>drafting or review of documents or letters, or</li>
      <li>assistance in court.</li>
    </ul>
    <p>
      Members can submit a ticket when chat is closed. The answer that we email and show on the profile page
      is an adviser’s reply to a question, in place of the chat. It is not a drafted or reviewed document.
    </p>
    <p>
      We are not solicitors. Guides and templates are general. Check the country and the date of the law shown
      with each one, and ask us if one shows none.
    </p>
  </>
)

const helpline = (
  <p>
    Advisers are available Monday to Friday 10:00-16:00 and Saturday 10:00-13:00, London time. They are not
    available on Sundays or on bank holidays in England and Wales. Outside these hours the resource hub stays
    open, and members can submit a ticket, which we answer the next working day. We may have to close at other
    times. If we do, we’ll say so on the live chat page.
  </p>
)

const adHoc = (
  <>
    <p>
      One-time access costs {price('one-time')}, including VAT, and gives you {passMinutes} minutes of live
      chat advice and direct adviser support only. It does not include guides, templates, documents, videos or
      priority support. You don’t need an account. You can extend it in blocks of {passMinutes} minutes, at
      the same price each, until it ends.
    </p>
    <p>
      The {passMinutes} minutes start when a human adviser answers your first message. If you aren’t in the
      chat then, they start when you return to it or write again. Once they have started, they run without a
      break, even while the chat is closed. We sell one-time access during chat hours only. A pass whose
      minutes haven’t started expires {unusedPassDays} days after you first paid for it. If you couldn’t use a
      pass because its payment was disputed, and the dispute is settled in our favour, you have{' '}
      {unusedPassDays} days from then to start it, unless it had started or you had given it up.
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
      No refund applies. An unpaid monthly account is reinstated only once the balance is paid. If a charge
      stays unpaid after we have tried to take it several times, the subscription ends and the invoice stays
      due. If you pay it after that, you get one more period of access, which doesn’t renew. This section does
      not affect the rights that the law gives to consumers, or your right to{' '}
      <a href={paths.withdraw}>withdraw from a purchase</a> within 14 days.
    </p>
    <p>
      While a payment is disputed, you can’t use what it paid for, and we won’t take any renewal payments. If
      the bank returns the payment to you, the subscription or pass that it paid for ends. If another payment
      covers the current period, the subscription ends with that period instead.
    </p>
  </>
)

const ending = (
  <>
    <p>
      A subscription costs {price('monthly')} a month or {price('annual')} a year, including VAT, and renews
      until you cancel it. You can cancel at any time from your profile. Cancelling stops future charges but
      keeps the account. You keep access until the end of the period you have paid for.
    </p>
    <p>
      You can change between the two plans on your profile. An annual plan starts at once, and we deduct the
      unused part of the month. A monthly plan starts when the paid year ends.
    </p>
    <p>
      Deleting the account is permanent. It ends a subscription or pass at once, and we refund nothing unless
      you withdraw within 14 days as described below. Before you confirm, we list what we’ll delete and what
      we’ll keep. Our privacy policy lists it too.
    </p>
    <p>
      Every buyer can withdraw within 14 days of buying without giving a reason. The Consumer Contracts
      Regulations 2013 give this right to consumers: people who buy mainly for purposes outside their trade,
      business or profession. On the payment page, you ask us to start at once. If you then withdraw, you pay
      for the part of the service that you had, and we refund the rest. Once all of the time has been used,
      there is nothing left to refund. To withdraw, use our <a href={paths.withdraw}>withdrawal page</a> or
      write to {brand.supportEmail}. We refund within 14 days of your withdrawal. A renewal or a change of
      plan is not a new purchase.
    </p>
  </>
)

const user = (
  <p>
    You must give us accurate details when you sign up and keep them up to date on your profile. An account is
    for you and your employees. Keep your password to yourself. Our privacy policy explains how we use the
    information you give us.
  </p>
)

/** Date on which these terms came into force. `document-dates.test.tsx` fails if the text changes without it. */
export const termsSince = '27 November 2026'

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
        These terms are governed by the law of England and Wales. The courts of England and Wales decide any
        disputes about them.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms. We’ll email members at least 30 days before a change that affects them.
        They may end their subscription before the change takes effect.
      </p>
    ),
  },
  {
    id: 'operator',
    title: 'Operator information',
    body: (
      <>
        <p>
          {brand.legalName}, {brand.postalAddress}, {brand.supportEmail}.
        </p>
        <p>
          Registered in {company.registeredIn}, company number {company.number}. Registered office:{' '}
          {company.registeredOffice}. VAT number: {company.vatNumber}.
        </p>
        {company.sample ? (
          <p>These details are samples. The operator will replace them with its own.</p>
        ) : null}
      </>
    ),
  },
]
