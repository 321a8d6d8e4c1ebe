import { Link } from 'react-router-dom'
import { brand, recipients, reviewWidget } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import {
  cookieConsent,
  pendingReferrerToken,
  sessionRun as sessionCookie,
} from '#shared/values/storage-keys.ts'
import { acknowledgeWorkingDays } from '#shared/values/inbox.ts'
import { previewSeconds } from '#shared/values/limits.ts'
import { isSampleAddress } from '#web/lib/sample-address.ts'
import type { DocumentSection } from './document-section.ts'
import { RetainedRecords } from './retained-records.tsx'
import { storedKeys, widgetKeys } from './stored-keys.ts'
import { SupportEmail } from '#web/components/support-email.tsx'

const email = <SupportEmail />
const previewMinutes = previewSeconds / 60

const collected = (
  <>
    <ul>
      <li>
        Your account: your name, email address and earlier ones, company, address and number of employees,
        whether you’re a landlord or an agent, and the referral link you signed up with, if any.
      </li>
      <li>
        Your subscription and payments: what you bought and when, your request that we start at once, when
        your access changed, and your VAT number, if you give one. Your card details go only to our payment
        provider.
      </li>
      <li>
        If you buy a pass without an account: the email address you gave on the payment page, kept with the
        financial record.
      </li>
      <li>Your passkeys: name, public key and last use.</li>
      <li>
        Your advice: live chat messages and tickets, when the time of a pass started and ended, and, until it
        starts, when you were last in the chat.
      </li>
      <li>
        Our emails to you: what they were about and when we sent them, whether they bounced or were reported
        as spam, and whether you asked for the monthly email.
      </li>
      <li>Messages you send through the contact page.</li>
      <li>
        If we made a referral link for you: your name, and how many people signed up with the link and when.
      </li>
      <li>Your application, if you apply for a job with us.</li>
      <li>
        Technical records that keep the service safe, such as when you last signed in, and your IP address
        with your browser’s name and the pages and files you opened.
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
        <strong>Contract</strong>: to run your account, give advice, take payments and reply to your tickets,
        and to decide on your application for a job.
      </li>
      <li>
        <strong>Legal obligation</strong>: to keep financial records and to answer requests about your data.
      </li>
      <li>
        <strong>Legitimate interests</strong>: to keep the service safe, to record what our admins do, to
        answer messages from people who aren’t members, to keep live chat messages in case there is a question
        or a claim about the advice, and to count sign-ups through referral links. You can object to this.
      </li>
      <li>
        <strong>Consent</strong>: to load videos, reviews and previews of Office files from other providers,
        which you can stop under ‘Cookie settings’, and to send you a monthly email about changes to the
        library if you ask for it on your profile. Each of these emails has a link that stops them.
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
        ticket, how many tickets you have sent, and the topics and dates of the latest ones. If you have no
        account, it receives no name or email address from us. It also receives your IP address.
        <noscript> Email {brand.supportEmail} to find out which.</noscript>
      </li>
    </ul>
    <p>These firms receive data for their own purposes when you use what they provide:</p>
    <ul>
      <li>
        <strong>Google</strong> receives your IP address when you play a YouTube video, when a page with a
        video opens after you chose ‘Accept all’, and when you see the small pictures of the videos in the
        member library.
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
      <strong>Deleting your account</strong> is permanent, and ends your subscription or pass at once. It
      deletes your account and profile, your subscription and billing data with us, your access records and
      preferences, and the content you created. We keep live chat conversations, payment records, copies in
      our support mailbox, records of what our admins did, the code of a counted referral, logs and backups as
      described below.
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
      <Link to={paths.profile}>Profile page</Link>. The file that you export there doesn’t contain your live
      chats, the text of messages from the contact page, or our support mailbox. For these and for anything
      else, write to {email}. We’ll reply within one month, free of charge.
    </p>
  </>
)

const cookies = (
  <>
    <p>
      We store in your browser what the site needs to do what you ask. The law doesn’t require your consent
      for that. Only <code>{pendingReferrerToken}</code> is for our own purposes: if you follow a referral
      link, it keeps that link until you have confirmed your sign-up, so that we can count it. You can delete
      it in your browser’s settings and sign up without it. Most of what we store is in the browser’s storage,
      which only this site can read. We set two cookies: <code>{cookieConsent}</code> keeps your cookie
      choice. If you sign in without ‘Remember me’, <code>{sessionCookie}</code> lasts until you close your
      browser, so that your session ends then. Neither contains your name or address.
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
      member library load when you select them. With ‘Only necessary’, we ask you each time, except for videos
      in the library: selecting one plays it. You can change your choice under ‘Cookie settings’ at the bottom
      of each page. We ask you again after a year, or when the wording changes.
    </p>
    <p>
      The live chat loads only when you open it, or reload a page with the chat open. Its provider then stores
      these, to continue your conversation when you return. We delete them when you sign out or, if you have
      no account, when the live chat page finds that your pass has ended. The chat window may also store data
      under the provider’s own address, which we can’t delete.
    </p>
    <ul>
      {widgetKeys.map(({ provider, names, lifetime }) => (
        <li key={provider}>
          {provider}: names that start with <code>{names}</code>; {lifetime}.
        </li>
      ))}
    </ul>
    <p>
      In the member library, the Videos tab shows small pictures that come from YouTube, whatever you chose.
      Word, Excel and PowerPoint files open in Microsoft’s online viewer, which fetches that one file from us
      through a link that works for {previewMinutes} minutes. You can download the file instead. All other
      files come only from us.
    </p>
  </>
)

/** Date on which this policy came into force. `document-dates.test.tsx` fails if the text changes without it. */
export const privacySince = '30 November 2026'

export const privacySections: readonly DocumentSection[] = [
  { id: 'collected', title: 'Data we collect', body: collected },
  { id: 'why', title: 'Why we may use it', body: why },
  { id: 'shared', title: 'Who receives it', body: shared },
  { id: 'cancel-delete', title: 'Cancellation and account deletion', body: cancelOrDelete },
  { id: 'rights', title: 'Your rights', body: rights },
  {
    id: 'kept',
    title: 'How long we keep data',
    body: <RetainedRecords />,
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
        Write to {email}. We’ll acknowledge your complaint within {`${acknowledgeWorkingDays} working days`}{' '}
        and tell you the outcome without undue delay. Our{' '}
        <Link to={paths.complaints}>complaints procedure</Link> explains the steps. You may also complain to
        the <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner</a>. The data controller
        is {brand.legalName}, {brand.postalAddress}.
      </p>
    ),
  },
]
