import type { InboxState } from '#shared/values/inbox.ts'

/**
 * Every key pattern of the table, with the query that it serves. Repositories never assemble key strings themselves.
 *
 * The partition `user#<id>` holds everything that belongs to one account. Items whose sort key starts with `access#`
 * decide what the account may do. Every authenticated request reads them, in one Query.
 */
export interface Key {
  readonly pk: string
  readonly sk: string
}

const key = (pk: string, sk: string): Key => ({ pk, sk })

export const accessPrefix = 'access#'
export const stepUpPrefix = 'access#step-up#'
export const passPrefix = 'access#pass#'
export const passkeyPrefix = 'passkey#'
export const titlePrefix = 'title#'
export const filePrefix = 'file#'
export const unfinishedPrefix = 'unfinished#'
export const mediaPrefix = 'media#'
export const factsPrefix = 'facts#'
export const ticketPrefix = 'ticket#'
export const contactReplyPrefix = 'reply#'
export const referralPrefix = 'link#'
export const auditPrefix = 'audit#'

/** The subject of an audited action. */
export type AuditSubject =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'referrals' | 'library' | 'inbox' }

/** Reads the user id from the sort key of an account search entry. */
export const userIdOfSearchEntry = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1)
/** Reads the search term from the sort key of an account search entry. The term itself may contain a `#`. */
export const termOfSearchEntry = (sk: string): string => sk.slice(0, sk.lastIndexOf('#'))

export const keys = {
  // Accounts
  /** Finds the profile of an account, or the tombstone of a deleted one. */
  profile: (userId: string) => key(`user#${userId}`, 'access#profile'),
  /** gsi1: lists the accounts whose changed details are not at Stripe yet, by the change or the latest attempt to copy. */
  accountDetailsChanged: (at: string) => ({ gsi1pk: 'account-details-changed', gsi1sk: at }),
  /** Finds the sign-up that a waiting page asks about, by the SHA-256 of the id that only this page has. */
  signUpCheck: (idHash: string) => key(`sign-up-check#${idHash}`, 'check'),
  /** Finds the account that has confirmed an email address. One item per address, so one account has it. */
  address: (email: string) => key(`address#${email}`, 'account'),
  /** Lists the times at which accounts gave an email address up, oldest first. */
  formerAddress: (email: string, until: string) => key(`former-address#${email}`, until),
  /** gsi1: lists the addresses whose confirmation has steps left, by the confirmation or the latest attempt to finish. */
  unfinishedSignUps: (at: string) => ({ gsi1pk: 'sign-ups-unfinished', gsi1sk: at }),
  /** gsi1: lists the pending sign-ups of an email address, newest first. */
  pendingSignUpsOf: (email: string, createdAt: string) => ({
    gsi1pk: `sign-ups#${email}`,
    gsi1sk: createdAt,
  }),
  /** Finds whether an account is subscribed, to which plan and until when. */
  subscriber: (userId: string) => key(`user#${userId}`, 'access#subscriber'),
  /** Finds the stored state of an account's subscription: period, cancellation, version. */
  subscription: (userId: string) => key(`user#${userId}`, 'access#subscription'),
  /** Finds the one-time passes of an account. One item per pass, named by its first Checkout Session. */
  pass: (userId: string, sessionId: string) => key(`user#${userId}`, `${passPrefix}${sessionId}`),
  /** Finds the second factor of an admin. */
  secondFactor: (userId: string) => key(`user#${userId}`, 'second-factor'),
  /** Finds whether an admin has entered a code after a sign-in. One item per sign-in (`origin_jti`). */
  stepUp: (userId: string, signIn: string) => key(`user#${userId}`, `${stepUpPrefix}${signIn}`),
  /** Lists the changes of an account's access, with time and cause. One item per version. */
  accessChange: (userId: string, version: number) =>
    key(`user#${userId}`, `change#${String(version).padStart(8, '0')}`),
  /** Finds the checkout in progress for an account. At most one per kind. */
  checkout: (userId: string, kind: 'subscription' | 'pass') =>
    key(`user#${userId}`, kind === 'subscription' ? 'checkout' : 'checkout#pass'),
  /** Lists the tickets of an account, oldest first. */
  ticket: (userId: string, createdAt: string, id: string) =>
    key(`user#${userId}`, `${ticketPrefix}${createdAt}#${id}`),
  /** Lists the replies and follow-up questions of a ticket. They follow the ticket in the same Query. */
  ticketMessage: (userId: string, createdAt: string, ticketId: string, id: string) =>
    key(`user#${userId}`, `${ticketPrefix}${createdAt}#${ticketId}#message#${id}`),
  /** Finds whether an account asked for the monthly email about the library. */
  libraryEmails: (userId: string) => key(`user#${userId}`, 'library-emails'),
  /** gsi1: lists the accounts that asked for the monthly email. */
  libraryEmailsOn: (userId: string) => ({ gsi1pk: 'library-emails', gsi1sk: userId }),
  /**
   * Searches accounts by the start of a search term, in order of term. One item per term: the email address, the name
   * and the company, each from every beginning of a word.
   */
  accountSearch: (term: string, userId: string) => key('account-search', `${term}#${userId}`),

  // Passes
  /** Finds the pass of a guest by the SHA-256 of the guest key. */
  guestPass: (keyHash: string) => key(`guest#${keyHash}`, 'pass'),
  /** Finds the pass that a Checkout Session paid for. */
  passPayment: (sessionId: string) => key(`session#${sessionId}`, 'pass-payment'),
  /** Finds the latest withdrawal from a pass, by the Checkout Session that first paid for it. */
  passWithdrawal: (sessionId: string) => key(`pass-withdrawal#${sessionId}`, 'pass-withdrawal'),
  /** gsi1: lists open passes by the time they end. */
  passDue: (endsAt: string) => ({ gsi1pk: 'passes-due', gsi1sk: endsAt }),

  // Stripe
  /** Finds the account of a Stripe customer. */
  customer: (customerId: string) => key(`customer#${customerId}`, 'owner'),
  /** Finds whether a Stripe event has been processed. */
  event: (eventId: string) => key(`event#${eventId}`, 'event'),
  /** Finds how far the last complete reconciliation has read Stripe's history. */
  reconciliation: () => key('reconciliation', 'read-until'),

  // Emailed links
  /** Finds an emailed link by the SHA-256 of its token. */
  link: (tokenHash: string) => key(`link#${tokenHash}`, 'link'),
  /** gsi1: lists the links of an account, or of an address without one, by type. */
  linksOf: (owner: string, type: string) => ({ gsi1pk: `links#${owner}`, gsi1sk: type }),

  // Sign-in
  /** Finds an accepted answer by the SHA-256 of user, sign-in attempt and answer. */
  acceptedAnswer: (hash: string) => key(`accepted-answer#${hash}`, 'answer'),

  // Passkeys
  /** Lists the passkeys of an account, or finds one by the SHA-256 of its credential id. */
  passkey: (userId: string, id: string) => key(`user#${userId}`, `${passkeyPrefix}${id}`),
  /** Finds an unused challenge by the SHA-256 of its purpose and value. */
  passkeyChallenge: (hash: string) => key(`passkey-challenge#${hash}`, 'challenge'),
  /** Finds the grant for one sign-in that follows a verified passkey, by the SHA-256 of user and token. */
  passkeyGrant: (hash: string) => key(`passkey-grant#${hash}`, 'grant'),

  // Chat
  /** Finds the account or guest pass of a chat visitor. */
  chatVisitor: (id: string) => key(`chat-visitor#${id}`, 'chat-visitor'),
  /** gsi1: lists the chat visitor ids of an account. */
  chatVisitorsOf: (userId: string) => ({ gsi1pk: `chat-visitors#${userId}`, gsi1sk: 'chat-visitor' }),
  /** Finds whether a chat event has been processed. */
  chatEvent: (eventId: string) => key(`chat-event#${eventId}`, 'chat-event'),
  /** Finds the latest request to delete old conversations by hand. */
  chatDeletion: () => key('chat-deletion', 'request'),

  /** Finds whether a holder's chat of a day is counted, by the SHA-256 of both. */
  countedChat: (hash: string) => key(`counted-chat#${hash}`, 'counted-chat'),
  /** Lists the number of chats of each month. */
  chatCount: (month: string) => key('chat-counts', month),

  // Contact page
  /** Finds a contact message. Its id is derived from the content, so the same message is stored once. */
  contactMessage: (id: string) => key(`contact#${id}`, 'message'),
  /** gsi1: lists the contact messages from an email address, oldest first. */
  contactFrom: (email: string, receivedAt: string) => ({
    gsi1pk: `messages#${email.toLowerCase()}`,
    gsi1sk: receivedAt,
  }),
  /** Lists the replies to a contact message. */
  contactReply: (id: string, replyId: string) => key(`contact#${id}`, `${contactReplyPrefix}${replyId}`),

  // Inbox
  /** Finds the state of a ticket or contact message: kind, due day and state. */
  inboxItem: (id: string) => key(`inbox#${id}`, 'item'),
  /** gsi1: lists the items of one state. Open ones are in order of due day, others in order of their last change. */
  inboxOf: (state: InboxState, order: string) => ({ gsi1pk: `inbox#${state}`, gsi1sk: order }),

  // Outbox
  /** Finds an email by its cause. The cause is the id, so each cause sends one email. */
  outboxEmail: (cause: string) => key(`outbox#${cause}`, 'email'),
  /** gsi1: lists the queued and sent emails to an address, oldest first. */
  emailsTo: (email: string, createdAt: string) => ({
    gsi1pk: `emails#${email.toLowerCase()}`,
    gsi1sk: createdAt,
  }),

  /** Finds whether emails to an address are stopped, because they bounced or were reported as spam. */
  emailProblem: (email: string) => key(`email-problem#${email.toLowerCase()}`, 'problem'),
  /** gsi2: lists the emails that are not sent yet, oldest first. */
  waitingEmails: (createdAt: string) => ({ gsi2pk: 'emails-waiting', gsi2sk: createdAt }),

  // Deletion and retention
  /** Finds the progress of an account's deletion. */
  deletion: (userId: string) => key(`deletion#${userId}`, 'deletion'),
  /** gsi1: lists unfinished deletions, by the start or the latest attempt to finish. */
  deletionsStarted: (at: string) => ({ gsi1pk: 'deletions', gsi1sk: at }),
  /** Finds the version that serialises deletions of admin accounts, so that two cannot run concurrently. */
  adminDeletions: () => key('admins', 'deletions'),
  /** Finds the payment records retained for a deleted account, under a pseudonym that does not identify it. */
  retainedPayments: (pseudonym: string) => key(`payments#${pseudonym}`, 'payments'),
  /** gsi2: lists the items whose retention period has ended. */
  retention: (dueAt: string) => ({ gsi2pk: 'retention', gsi2sk: dueAt }),

  // Rate limits
  /** Counts the requests of one caller to an operation in one window. */
  rate: (operation: string, by: string, window: number) => key(`rate#${operation}#${by}`, String(window)),

  // Referrals
  /** Lists all referral links with their number of uses, by id. */
  referral: (id: string) => key('referrals', `${referralPrefix}${id}`),
  /** Finds the referral link for a token. Rotated and revoked tokens have no item. */
  referralToken: (token: string) => key(`referral#${token}`, 'token'),
  /** Lists the verified sign-ups per token in a range of London days. */
  referralDay: (day: string, token: string) => key('referral-days', `${day}#${token}`),
  /** Finds whether a referral link has counted an email address, by a hash of both. */
  countedReferral: (hash: string) => key(`counted-referral#${hash}`, 'counted-referral'),

  // Audit
  /** Lists the audited actions about a subject, oldest first. Actions about an account are in its partition. */
  audit: (subject: AuditSubject, at: string, id: string) =>
    key(
      subject.kind === 'user' ? `user#${subject.id}` : `audit#${subject.kind}`,
      `${auditPrefix}${at}#${id}`,
    ),
  /** gsi1: lists the audited actions of one admin or operator, oldest first. */
  auditBy: (actorId: string, at: string) => ({ gsi1pk: `audit-by#${actorId}`, gsi1sk: at }),

  // Numbers
  /** Finds the figures that the latest nightly run computed. */
  numbers: () => key('numbers', 'numbers'),

  // Library
  /** Lists the library files in order of name. */
  libraryFile: (name: string) => key('library', `${filePrefix}${name}`),
  /** Lists the files whose upload or deletion may have steps left. */
  unfinishedFile: (name: string) => key('library', `${unfinishedPrefix}${name}`),
  /** Reserves the name of a new file. */
  reservedName: (name: string) => key(`reserved-name#${name}`, 'reserved-name'),
  /** Finds how an upload ended. Uploads that an admin starts in the same millisecond have the same id. */
  endedUpload: (upload: string, name: string) => key(`ended-upload#${upload}#${name}`, 'ended-upload'),
  /** Finds the title and description of a file. */
  fileTitle: (path: string) => key('library', `${titlePrefix}${path}`),
  /** Lists the videos. */
  mediaLink: (id: string) => key('library', `${mediaPrefix}${id}`),
  /** Finds what a file or video states about the law. The item is the path of a file or the id of a video. */
  libraryFacts: (item: string) => key('library', `${factsPrefix}${item}`),
  /** Lists the texts inside the library's files, for the search. */
  libraryText: (name: string) => key('library-text', name),
  /** Finds the version of the texts, which changes with each of them. */
  libraryTextVersion: () => key('library-text-version', 'version'),
  /** Lists the changes of the library, oldest first. */
  libraryChange: (at: string, item: string) => key('library-changes', `${at}#${item}`),
  /** gsi1: lists the changes of one file or video, oldest first. */
  libraryChangesOf: (item: string, at: string) => ({ gsi1pk: `library-changes#${item}`, gsi1sk: at }),
  /** Finds the file of a short preview link by the SHA-256 of its token. */
  preview: (tokenHash: string) => key(`preview#${tokenHash}`, 'preview'),
} as const
