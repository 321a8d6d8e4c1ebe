import type { AccountData } from '#shared/contract/account.ts'
import { brand, mailboxPeriod } from '#shared/values/brand.ts'
import { retentionPeriods, storagePeriods } from '#shared/values/retention.ts'

/** Every system that stores personal data: what it stores, whether the export contains it, and why. */
export const systems: AccountData['about_this_file']['systems'] = [
  {
    system: 'Our database',
    stores:
      'Your profile, access, passes, tickets with our replies, whether you get the monthly email, access history, the names of your passkeys and when you used them, changes that admins made to your account, the payment pages you opened, and your requests to start a service within the 14 days of withdrawal',
    included: 'in part',
    reason:
      'The data about you is included, except the referral link that you signed up with, which is also about somebody else. We leave out which admin made a change, and internal data such as record keys, the public keys of your passkeys, hashes, rate limit counters, one-time links and our list of open questions. They say nothing about you, and some of them could be used to open your account.',
  },
  {
    system: 'Sign-in (Amazon Cognito)',
    stores: 'Your email address, whether it is verified, and your password in a form that nobody can read',
    included: 'in part',
    reason:
      'We can’t read your password or your session tokens, and they could be used to open your account.',
  },
  {
    system: 'Payments (Stripe)',
    stores:
      'Your name, email address, company, address and VAT number, subscriptions, invoices, payments and cards',
    included: 'in part',
    reason:
      'Only Stripe and your bank have your full card number. We leave out the addresses of payment pages.',
  },
  {
    system: 'Email (Amazon SES)',
    stores: `Which kinds of email we sent you in the last ${storagePeriods.sentEmail.days} days and when, and for ${retentionPeriods.emailProblem.months} months that our emails to you bounced or were reported as spam`,
    included: 'in part',
    reason: 'We delete the text of an email once it is sent. You have a copy in your inbox.',
  },
  {
    system: 'Contact page',
    stores: `Messages sent with your email address, and our replies, for ${retentionPeriods.contact.months} months`,
    included: 'in part',
    reason: `We don’t check who sends a message, so this file only says when each one arrived. Write to ${brand.supportEmail} if you need the text.`,
  },
  {
    system: 'Live chat provider',
    stores: `Your chats with our advisers, for ${retentionPeriods.chat.months} months. Where we have to delete them by hand, for a few weeks longer`,
    included: 'no',
    reason: `The chat provider stores them. Write to ${brand.supportEmail} and we’ll send them to you within one month.`,
  },
  {
    system: 'Support mailbox',
    stores: `Emails that you sent us, and copies of your tickets and messages, for ${mailboxPeriod}`,
    included: 'no',
    reason: `You have a copy in your sent emails. Write to ${brand.supportEmail} if you need our replies.`,
  },
  {
    system: 'Application logs',
    stores: `Which operations ran and when, for up to ${storagePeriods.logs.days} days`,
    included: 'no',
    reason: 'They contain no names, addresses or messages, so we can’t search them for a person.',
  },
  {
    system: 'Access logs',
    stores: `The IP address and the browser’s name of each request, and the page or file that it opened, for up to ${storagePeriods.logs.days} days`,
    included: 'no',
    reason: 'They list requests by IP address only, so we can’t search them for a person.',
  },
  {
    system: 'Backups of the database',
    stores: `The database as it was at any time in the last ${storagePeriods.backups.days} days`,
    included: 'no',
    reason: `They contain earlier versions of the same data. Anything you delete is removed from the backups after ${storagePeriods.backups.days} days.`,
  },
  {
    system: 'Your browser',
    stores:
      'Your session, your cookie choice and, if you bought a pass without an account, the key of that pass',
    included: 'no',
    reason:
      'They are stored on your device only. A pass that you bought without an account is not linked to your account.',
  },
]
