import { Link } from 'react-router-dom'
import {
  applicationsKeptMonths,
  brand,
  mailboxKeptMonths,
  recipients,
  reviewWidget,
} from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { pendingReferrerToken, sessionRun as sessionCookie } from '#shared/values/storage-keys.ts'
import { isSampleAddress } from '#web/lib/sample-address.ts'
import { ChatRetention } from './chat-retention.tsx'
import type { DocumentSection } from './document-section.ts'
import { keptPeriods } from './kept-periods.ts'
import { storedKeys, widgetKeys } from './stored-keys.ts'
import { SupportEmail } from './support-email.tsx'

const email = <SupportEmail />

const collected = (
  <>
    <ul>
      <li>
        Your account: your name, email address, company, address and number of employees, whether you’re a
        landlord or an agent, and the referral link you signed up with, if any.
      </li>
      <li>
        Your subscription and payments: what you bought and when, and your VAT number, if you give one. Your
        card details go only to our payment provider.
      </li>
      <li>
        If you buy a pass without an account: the email address you gave on the payment page, kept with the
        financial record.
      </li>
      <li>Your passkeys: name, public key and last use.</li>
      <li>Your advice: live chat messages and tickets.</li>
      <li>Messages you send through the contact page.</li>
      <li>Your application, if you apply for a job with us.</li>
      <li>
        Technical records that keep the service safe, such as when you signed in, and your IP address with the
        pages and files you opened.
      </li>
    </ul>
    <p>We don’t sell any of this data.</p>
  </>
)

const why = (
  <>
    <p>The law allows us to use your data for these reasons:</p>
    <ul>
      <li>
        <strong>Contract</strong>: to run your account, give advice, take payments and reply to your tickets.
      </li>
      <li>
        <strong>Legal obligation</strong>: to keep financial records and to answer requests about your data.
      </li>
      <li>
        <strong>Legitimate interests</strong>: to keep the service safe, to answer messages from people who
        aren’t members, to keep live chat messages in case there is a question or a claim about the advice,
        and to count sign-ups through referral links. You can object to this.
      </li>
      <li>
        <strong>Consent</strong>: to load videos and reviews from other providers, which you can stop under
        ‘Cookie settings’, and to send you a monthly email about changes to the library if you ask for it on
        your profile. Each of these emails has a link that stops them.
      </li>
    </ul>
    <p>
      You have to give us the details on the sign-up form so that we can enter into a contract with you. We
      make no automated decisions that have legal effects for you.
    </p>
  </>
)

const shared = (
  <>
    <p>
      These firms process data for us, under contracts. Stripe also uses payment data for its own legal duties
      and to prevent fraud.
    </p>
    <ul>
      {recipients.map(({ name, work, country, sample }) => (
        <li key={name}>
          <strong>{name}</strong> {work} ({country}).{sample ? ' This firm is a sample.' : null}
        </li>
      ))}
      <li>
        <strong>Our chat provider</strong> (Tawk.to or Chatwoot: ‘How long we keep data’ says which) carries
        live chat conversations. So that advisers know who is writing, it also receives the name and email
        address of your account, your plan or the minutes left on your pass, the country of your latest
        ticket, and the topics and dates of your latest tickets.
        <noscript> Write to {brand.supportEmail} to learn which.</noscript>
      </li>
    </ul>
    <p>These firms receive data for their own purposes when you use what they provide:</p>
    <ul>
      <li>
        <strong>Google</strong> receives your IP address when you play a YouTube video, when a page with a
        video opens after you chose ‘Accept all’, and when you see the small pictures of the videos in the
        members’ library.
      </li>
      {isSampleAddress(reviewWidget.embedUrl) ? null : (
        <li>
          <strong>{reviewWidget.provider}</strong> receives your IP address when you select its reviews, and
          when a page with them opens after you chose ‘Accept all’.
        </li>
      )}
      <li>
        <strong>Microsoft</strong> receives your IP address and the library file when you preview a Word,
        Excel or PowerPoint file.
      </li>
    </ul>
    <p>
      Some of them process data outside the United Kingdom. Your data is then protected by UK adequacy
      regulations, or by the UK’s International Data Transfer Agreement or Addendum. Write to {email} for a
      copy. We also give data to an authority or a court if the law requires it.
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
        <strong>Portability</strong>: export your data in a file,
      </li>
      <li>
        <strong>Restrict</strong> our use of your data while a question about it is open,
      </li>
      <li>
        <strong>Object</strong> to our use of your data for our legitimate interests, and
      </li>
      <li>
        <strong>Withdraw consent</strong> at any time. What we did before stays lawful.
      </li>
    </ul>
    <p>
      You can see, correct, export and delete your data yourself on your{' '}
      <Link to={paths.profile}>Profile page</Link>. For anything else, write to {email}. We’ll reply within
      one month, free of charge.
    </p>
  </>
)

const cookies = (
  <>
    <p>
      In your browser, we store what the site needs for what you do on it, which doesn’t need your consent.
      Only <code>{pendingReferrerToken}</code> is for us: if you follow a referral link, it keeps that link
      until you sign up, so that we can count the sign-up. You can delete it in your browser’s settings and
      sign up without it. Most of what we store is in the browser’s storage, which only this site can read. If
      you sign in without ‘Remember me’, a cookie named <code>{sessionCookie}</code> marks this run of your
      browser, so that your session ends when you close it. The cookie contains no personal data.
    </p>
    <ul>
      {storedKeys.map(({ name, purpose, lifetime }) => (
        <li key={name}>
          <code>{name}</code>: {purpose}; {lifetime}.
        </li>
      ))}
    </ul>
    <p>
      Videos, reviews and previews of Office files come from other providers, which may set their own cookies.
      With ‘Accept all’, videos and reviews on our public pages load with the page. Videos and previews in the
      members’ library load when you select them. With ‘Only necessary’, we ask you each time, except for
      videos in the library: selecting one plays it. You can change your choice under ‘Cookie settings’ at the
      bottom of each page. We ask you again after a year, or when the wording changes.
    </p>
    <p>
      The live chat loads only when you open it. Its provider then stores these, to continue your conversation
      when you return. We delete them when you sign out or, if you have no account, when the live chat page
      finds that your pass has ended:
    </p>
    <ul>
      {widgetKeys.map(({ provider, names, lifetime }) => (
        <li key={provider}>
          {provider}: names that start with <code>{names}</code>; {lifetime}.
        </li>
      ))}
    </ul>
    <p>
      In the members’ library, the Videos tab shows small pictures that come from YouTube, whatever you chose.
      Word, Excel and PowerPoint files open in Microsoft’s online viewer, which fetches that one file from us
      through a link that works for five minutes. You can download the file instead. All other files come only
      from us.
    </p>
  </>
)

/** Date on which this policy came into force. Update it when the policy itself changes. */
export const privacySince = '22 November 2026'

export const privacySections: readonly DocumentSection[] = [
  { id: 'collected', title: 'Data we collect', body: collected },
  { id: 'why', title: 'Why we may use it', body: why },
  { id: 'shared', title: 'Who receives it', body: shared },
  { id: 'cancel-delete', title: 'Cancellation and account deletion', body: cancelOrDelete },
  { id: 'rights', title: 'Your rights', body: rights },
  {
    id: 'kept',
    title: 'How long we keep data',
    body: (
      <ul>
        <li>Account data: until you delete your account.</li>
        <li>
          Financial records: up to {keptPeriods.payment}, because tax law requires it. Stripe keeps its own
          records of invoices and payments for longer. The invoices show your name, address and email address,
          and we can’t delete them there.
        </li>
        <li>A sign-up that is never confirmed: {keptPeriods.unverified}.</li>
        <li>
          <ChatRetention />
        </li>
        <li>Tickets with our replies: {keptPeriods.ticket}.</li>
        <li>Messages from the contact page: {keptPeriods.contact}.</li>
        <li>Emails that you sent us: {mailboxKeptMonths} months.</li>
        <li>
          Copies of tickets and messages in our support mailbox: {mailboxKeptMonths} months, also after you
          delete your account.
        </li>
        <li>A record that our emails bounced or were reported as spam: {keptPeriods.emailProblem}.</li>
        <li>
          The record of an email that we sent you: {keptPeriods.sentEmail}. We delete its text once it is
          sent.
        </li>
        <li>Job applications: {applicationsKeptMonths} months after the decision.</li>
        <li>Records of what our admins did: {keptPeriods.audit}.</li>
        <li>A record that an account was deleted, without a name or address: {keptPeriods.tombstone}.</li>
        <li>
          Application logs, which contain no names or addresses, and access logs, which contain your IP
          address and the pages and files you opened: up to {keptPeriods.logs}.
        </li>
        <li>Backups of our database: {keptPeriods.backups}.</li>
      </ul>
    ),
  },
  { id: 'cookies', title: 'Cookies and browser storage', body: cookies },
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
        You may also complain to the{' '}
        <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner</a>. The data controller is{' '}
        {brand.legalName}, {brand.postalAddress}.
      </p>
    ),
  },
]
