import { Link } from 'react-router-dom'
import { brand } from '../../../shared/values/brand.ts'
import type { DocumentSection } from './document-section.ts'

const mail = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>

const collected = (
  <>
    <ul>
      <li>Your account: name, e-mail address, company, address, number of employees, landlord or agent.</li>
      <li>
        Your subscription and payments: what you bought and when. Card details go to our payment provider
        only.
      </li>
      <li>Your advice: live chat messages and tickets.</li>
      <li>What you send through the contact page.</li>
      <li>Technical records that keep the service safe, such as times of sign-in.</li>
    </ul>
    <p>
      We use this to provide the service you bought, to keep it safe and to meet legal duties. We sell nothing
      of it.
    </p>
  </>
)

const cancelOrDelete = (
  <>
    <p>
      <strong>Cancelling a subscription</strong> stops future charges. Your account and your data stay, and
      you can subscribe again.
    </p>
    <p>
      <strong>Deleting your account</strong> is permanent. It deletes your account and profile, your
      subscription and billing data with us, your access records and preferences, and content you created.
      Live chat messages and tickets are kept for 12 months, and payment records as described below.
    </p>
  </>
)

const rights = (
  <>
    <p>Under UK data protection law (UK GDPR) you have the right to:</p>
    <ul>
      <li>
        <strong>Access</strong> the data that we hold about you,
      </li>
      <li>
        <strong>Rectify</strong> what is wrong,
      </li>
      <li>
        <strong>Erase</strong> your data by deleting your account,
      </li>
      <li>
        <strong>Portability</strong>: take your data with you in a file.
      </li>
    </ul>
    <p>
      You exercise all of these from your <Link to="/profile">Profile page</Link>, at once. Where something
      cannot be done there, write to {mail}; we answer within one month.
    </p>
  </>
)

const cookies = (
  <>
    <p>
      We store in your browser what the site needs to work: your session, your cookie choice and, if you
      bought one-time access, the key to it. None of that needs your consent.
    </p>
    <p>
      Anything beyond that waits for your consent, which you give or withdraw under ‘Cookie settings’ at the
      foot of each page. Your choice is kept for one year, with a note of which wording you answered; should
      we change the wording, we ask again. Videos, the review service and the live chat come from other
      providers; they are asked only when you press the button that loads them, and may then set cookies of
      their own.
    </p>
    <p>
      In the members’ library, the Videos tab shows small pictures that come from YouTube. Word, Excel and
      PowerPoint files open in Microsoft’s online viewer, which fetches that one file from us by a link that
      works for five minutes; all other files come from us alone.
    </p>
  </>
)

/** When these words came into force. Change it with them. */
export const privacySince = '20 November 2026'

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
        <li>Live chat messages and tickets: 12 months.</li>
        <li>Messages from the contact page: 12 months.</li>
      </ul>
    ),
  },
  { id: 'cookies', title: 'Cookies', body: cookies },
  {
    id: 'deletion',
    title: 'Deletion requests',
    body: (
      <p>You can delete your account yourself from your profile. If you cannot sign in, write to {mail}.</p>
    ),
  },
  {
    id: 'complaints',
    title: 'Complaints about your data',
    body: (
      <p>
        Write to {mail}. We acknowledge within 3 working days and tell you the outcome without undue delay;
        the steps are in our <Link to="/complaints">complaints procedure</Link>. You may also complain to the
        Information Commissioner (ico.org.uk). The controller is {brand.legalName}, {brand.postalAddress}.
      </p>
    ),
  },
]
