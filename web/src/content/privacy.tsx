import { Link } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { sessionRun as sessionCookie } from '#shared/values/storage-keys.ts'
import { ChatRetention } from './chat-retention.tsx'
import type { DocumentSection } from './document-section.ts'

const email = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>

const collected = (
  <>
    <ul>
      <li>
        Your account: your name, email address, company, address and number of employees, and whether you’re a
        landlord or an agent.
      </li>
      <li>
        Your subscription and payments: what you bought and when. Your card details go only to our payment
        provider.
      </li>
      <li>Your advice: live chat messages and tickets.</li>
      <li>Messages you send through the contact page.</li>
      <li>Technical records that keep the service safe, such as when you signed in.</li>
    </ul>
    <p>
      We use this data to provide the service you bought, to keep it safe and to meet our legal duties. We
      don’t sell any of it.
    </p>
  </>
)

const cancelOrDelete = (
  <>
    <p>
      <strong>Cancelling a subscription</strong> stops future charges. You keep your account and your data,
      and you can subscribe again.
    </p>
    <p>
      <strong>Deleting your account</strong> is permanent. It deletes your account and profile, your
      subscription and billing data with us, your access records and preferences, and the content you created.
      Live chat conversations and payment records are kept as described below.
    </p>
  </>
)

const rights = (
  <>
    <p>Under UK data protection law (UK GDPR) you have the right to:</p>
    <ul>
      <li>
        <strong>Access</strong> the data we hold about you,
      </li>
      <li>
        <strong>Rectify</strong> what is wrong,
      </li>
      <li>
        <strong>Erase</strong> your data by deleting your account,
      </li>
      <li>
        <strong>Portability</strong>: export your data in a file.
      </li>
    </ul>
    <p>
      You can use all of these rights straight away on your <Link to={paths.profile}>Profile page</Link>. If
      something can’t be done there, write to {email}. We’ll reply within one month.
    </p>
  </>
)

const cookies = (
  <>
    <p>
      In your browser, we store what the site needs to work: your session, your cookie choice and, if you
      bought one-time access, the key to it. If you sign in without ‘Remember me’, a cookie named{' '}
      <code>{sessionCookie}</code> marks this run of your browser, so that your session ends when you close
      it. The cookie contains no personal data. None of this needs your consent.
    </p>
    <p>
      We only store anything else with your consent. You can give or withdraw it under ‘Cookie settings’ at
      the bottom of each page. We keep your choice for one year and note which version of the wording you saw.
      If we change the wording, we’ll ask you again.
    </p>
    <p>
      Videos, the review service and the live chat come from other providers. We only contact a provider when
      you press the button that loads its content. The provider may then set its own cookies.
    </p>
    <p>
      In the members’ library, the Videos tab shows small pictures that come from YouTube. Word, Excel and
      PowerPoint files open in Microsoft’s online viewer, which fetches that one file from us through a link
      that works for five minutes. All other files come only from us.
    </p>
  </>
)

/** Date on which this policy came into force. Update it when the policy itself changes. */
export const privacySince = '22 November 2026'

export const privacySections: readonly DocumentSection[] = [
  { id: 'collected', title: 'Data we collect', body: collected },
  { id: 'cancel-delete', title: 'Cancellation and account deletion', body: cancelOrDelete },
  { id: 'rights', title: 'Your rights', body: rights },
  {
    id: 'kept',
    title: 'How long we keep data',
    body: (
      <ul>
        <li>Account data: until you delete your account.</li>
        <li>Financial records: up to 7 years, because tax law requires it.</li>
        <li>A sign-up that is never confirmed: 30 days.</li>
        <li>
          <ChatRetention />
        </li>
        <li>Tickets with our replies: 12 months.</li>
        <li>Messages from the contact page: 12 months.</li>
      </ul>
    ),
  },
  { id: 'cookies', title: 'Cookies', body: cookies },
  {
    id: 'deletion',
    title: 'Deletion requests',
    body: (
      <p>You can delete your account yourself from your profile. If you can’t sign in, write to {email}.</p>
    ),
  },
  {
    id: 'complaints',
    title: 'Complaints about your data',
    body: (
      <p>
        Write to {email}. We’ll acknowledge your complaint within 3 working days and tell you the outcome
        without undue delay. Our <Link to={paths.complaints}>complaints procedure</Link> explains the steps.
        You may also complain to the Information Commissioner (ico.org.uk). The data controller is{' '}
        {brand.legalName}, {brand.postalAddress}.
      </p>
    ),
  },
]
