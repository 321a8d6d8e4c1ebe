import { applicationsKeptMonths, mailboxPeriod } from '#shared/values/brand.ts'
import { ChatRetention } from './chat-retention.tsx'
import { retentionTexts } from './retention-texts.ts'

/** Every kind of record with its retention period, for the privacy policy. docs/retention.md has the reasons. */
export const RetainedRecords = () => (
  <ul>
    <li>Account data: until you delete your account.</li>
    <li>
      Financial records: up to {retentionTexts.payment}, because tax law requires it. They include passes,
      with the times at which they were used. If you delete your account, our own records no longer show who
      you are. Stripe keeps its own records of invoices and payments for longer. The invoices show your name,
      address and email address, and we can’t delete them there.
    </li>
    <li>A sign-up that is never confirmed: {retentionTexts.unverified}.</li>
    <li>
      <ChatRetention />
    </li>
    <li>
      The record that links a live chat to your account or pass: {retentionTexts.chatVisitor} after you last
      opened the chat, or until you delete your account.
    </li>
    <li>Tickets with our replies: {retentionTexts.ticket}, or until you delete your account.</li>
    <li>
      Messages from the contact page with our replies: {retentionTexts.contact}, or until an account with your
      email address is deleted.
    </li>
    <li>
      Our support mailbox, with emails that you sent us and copies of tickets and messages: {mailboxPeriod},
      because we delete by hand once a month. This also applies after you delete your account.
    </li>
    <li>
      A record that our emails bounced or were reported as spam: {retentionTexts.emailProblem}, or until you
      delete your account.
    </li>
    <li>
      The record of an email that we sent you: {retentionTexts.sentEmail}. We delete its text once it is sent,
      or after at most {retentionTexts.sentEmail} if we can’t send it. If sending fails, a copy with its text
      can be kept for another {retentionTexts.failedRecord}.
    </li>
    <li>
      Job applications: {applicationsKeptMonths} to {applicationsKeptMonths + 1} months after the decision,
      unless you ask us to keep yours.
    </li>
    <li>
      Records of what our admins did: {retentionTexts.audit}, even after you delete your account. They
      identify accounts by number. Those about referral links name the referrer.
    </li>
    <li>The name of a referrer, with the sign-ups of each day: until the referrer asks us to delete them.</li>
    <li>
      A code, made from your email address, that shows that a referral link has counted you:{' '}
      {retentionTexts.countedReferral} after you signed up with the link, even after you delete your account.
      It stops the same address from being counted again, and doesn’t contain the address itself.
    </li>
    <li>A record that an account was deleted, without a name or address: {retentionTexts.tombstone}.</li>
    <li>Emailed links, and counts that limit repeated requests: about a day.</li>
    <li>
      Application logs, which contain no names or addresses, and access logs, which contain your IP address,
      your browser’s name and the pages and files you opened: up to {retentionTexts.logs}.
    </li>
    <li>Backups of our database: {retentionTexts.backups}.</li>
  </ul>
)
