import type { AccountData } from '../../shared/contract/account.ts'
import { brand } from '../../shared/values/brand.ts'

/** Every system that holds something of a person: what, whether it is in the file, and why or why not. */
export const systems: AccountData['manifest']['systems'] = [
  {
    system: 'Our database',
    holds:
      'Your profile, access, passes, tickets, the history of your access, what admins did to your account, and which payment pages you opened',
    included: 'in part',
    why: 'Everything about you is here. Left out are who the admins were, keys of the records, hashes, counters of how often something was tried, and one-time links: they say nothing of you, and some would open your account.',
  },
  {
    system: 'Sign-in (Amazon Cognito)',
    holds: 'Your email address, whether it is verified, and your password in a form that nobody can read',
    included: 'in part',
    why: 'Your password and the tokens of your sessions cannot be read by us and would open your account.',
  },
  {
    system: 'Payments (Stripe)',
    holds: 'Your name and email address, subscriptions, invoices, payments and cards',
    included: 'in part',
    why: 'Full card numbers are with Stripe and your bank alone. Left out are the addresses of payment pages.',
  },
  {
    system: 'Email (Amazon SES)',
    holds: 'When we sent you which kind of mail in the last 30 days',
    included: 'in part',
    why: 'The words of a mail are deleted when it is sent: you have them in your inbox.',
  },
  {
    system: 'Contact page',
    holds: 'Messages that came with your address, for 12 months',
    included: 'in part',
    why: `Nobody has checked who wrote them, so you find here when they came. Write to ${brand.supportEmail} for their words.`,
  },
  {
    system: 'Live chat provider',
    holds: 'Your chats with our advisers, for 12 months',
    included: 'no',
    why: `They are kept by the provider of the chat. Write to ${brand.supportEmail}, and we send them within one month.`,
  },
  {
    system: 'Support mailbox',
    holds: 'Mails that you wrote to us',
    included: 'no',
    why: `They are in your own outbox. Write to ${brand.supportEmail} if you need ours.`,
  },
  {
    system: 'Logs',
    holds: 'Which operation ran when, for at most 90 days',
    included: 'no',
    why: 'They hold no names, addresses or contents, so that nothing in them can be found by person.',
  },
  {
    system: 'Backups of the database',
    holds: 'The database as it was at any time of the last 35 days',
    included: 'no',
    why: 'The same data as above, and older. What you delete is gone from them after 35 days.',
  },
  {
    system: 'Your browser',
    holds:
      'Your session, your cookie choice and the key of a guest pass, if you bought one without an account',
    included: 'no',
    why: 'They are on your device only. A pass bought without an account is not connected with yours.',
  },
]
