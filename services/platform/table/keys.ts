/**
 * Every key pattern of the table, each with the question it answers. Nobody else assembles a key.
 *
 * A user's partition holds what belongs to the person. Items whose sort key starts with `access#` are
 * those that decide what the person may do: one Query reads them all, and every signed-in call makes it.
 */
export interface Key {
  readonly pk: string
  readonly sk: string
}

const key = (pk: string, sk: string): Key => ({ pk, sk })

export const accessPrefix = 'access#'
export const passPrefix = 'access#pass#'
export const titlePrefix = 'title#'
export const filePrefix = 'file#'
export const mediaPrefix = 'media#'
export const ticketPrefix = 'ticket#'
export const referralPrefix = 'link#'
export const auditPrefix = 'audit#'

/** What an act of an admin was about. */
export type AuditSubject =
  { readonly kind: 'user'; readonly id: string } | { readonly kind: 'referrals' | 'library' }

/** The person that an item of the directory leads to. */
export const userIdOfPerson = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1)
/** The part of the address that an item of the directory is found by: it may have a `#` of its own. */
export const partOfPerson = (sk: string): string => sk.slice(0, sk.lastIndexOf('#'))

export const keys = {
  /** Who is this, and may their tokens still be used? gsi1: whose is this e-mail address? */
  profile: (userId: string) => key(`user#${userId}`, 'access#profile'),
  profileByEmail: (email: string) => ({ gsi1pk: `email#${email}`, gsi1sk: 'profile' }),
  /** Is the person subscribed, to what, until when? */
  subscriber: (userId: string) => key(`user#${userId}`, 'access#subscriber'),
  /** How does the subscription stand: period, cancellation, version of the projection? */
  subscription: (userId: string) => key(`user#${userId}`, 'access#subscription'),
  /** Which one-time passes does the person hold? One per Checkout Session. */
  pass: (userId: string, sessionId: string) => key(`user#${userId}`, `${passPrefix}${sessionId}`),
  /** Which pass does this guest key open? Found by the SHA-256 of the key. */
  guestPass: (keyHash: string) => key(`guest#${keyHash}`, 'pass'),
  /** Which pass did this Checkout Session pay for? */
  passPayment: (sessionId: string) => key(`session#${sessionId}`, 'pass-payment'),
  /** gsi1: which passes that nobody has closed are over by now? */
  passDue: (endsAt: string) => ({ gsi1pk: 'passes-due', gsi1sk: endsAt }),
  /** How did the person's access change, when, and what caused it? One item for each version. */
  accessChange: (userId: string, version: number) =>
    key(`user#${userId}`, `change#${String(version).padStart(8, '0')}`),
  /** Is a checkout for this kind of thing under way for this person? At most one is. */
  checkout: (userId: string, kind: 'subscription' | 'pass') =>
    key(`user#${userId}`, kind === 'subscription' ? 'checkout' : 'checkout#pass'),

  /** Whose Stripe customer is this? */
  customer: (customerId: string) => key(`customer#${customerId}`, 'owner'),
  /** Has this Stripe event been dealt with? */
  event: (eventId: string) => key(`event#${eventId}`, 'event'),

  /** What does this e-mailed link do? Found by the SHA-256 of its token. gsi1: which links has the person? */
  link: (tokenHash: string) => key(`link#${tokenHash}`, 'link'),
  linksOf: (userId: string, type: string) => ({ gsi1pk: `links#${userId}`, gsi1sk: type }),

  /** Whose pass does a conversation of this chat visitor run on? gsi1: which visitors is this person? */
  chatVisitor: (id: string) => key(`chat-visitor#${id}`, 'chat-visitor'),
  chatVisitorsOf: (userId: string) => ({ gsi1pk: `chat-visitors#${userId}`, gsi1sk: 'chat-visitor' }),
  /** Has what the chat said in this event been noted? */
  chatEvent: (eventId: string) => key(`chat-event#${eventId}`, 'chat-event'),

  /** What did a visitor write through the contact page? The id is made of the words: one message, one item. */
  contactMessage: (id: string) => key(`contact#${id}`, 'message'),

  /** What did a member ask the advisers out of hours? In order of time; one Query reads them all. */
  ticket: (userId: string, createdAt: string, id: string) =>
    key(`user#${userId}`, `${ticketPrefix}${createdAt}#${id}`),
  /** gsi1: which messages came with this address? */
  contactFrom: (email: string, receivedAt: string) => ({
    gsi1pk: `messages#${email.toLowerCase()}`,
    gsi1sk: receivedAt,
  }),

  /** Which mail is to be sent for this cause? The cause is the id, so that one cause is one mail. */
  mail: (cause: string) => key(`mail#${cause}`, 'mail'),
  /** gsi1: which mails went to this address, or are about to? */
  mailsTo: (email: string, createdAt: string) => ({
    gsi1pk: `mails#${email.toLowerCase()}`,
    gsi1sk: createdAt,
  }),

  /** Is this account being deleted, and what is left to do? gsi1: which deletions have begun, oldest first? */
  deletion: (userId: string) => key(`deletion#${userId}`, 'deletion'),
  deletionsBegun: (begunAt: string) => ({ gsi1pk: 'deletions', gsi1sk: begunAt }),
  /** How often has an admin begun to leave? Two who leave at once meet here. */
  leavingAdmins: () => key('admins', 'leaving'),
  /** Which payments are kept of somebody whose account is gone? Nothing in it says who that was. */
  keptPayments: (pseudonym: string) => key(`payments#${pseudonym}`, 'payments'),
  /** gsi2: what has outlived its period by now? */
  retention: (dueAt: string) => ({ gsi2pk: 'retention', gsi2sk: dueAt }),

  /** How often was this done by this caller in this window? */
  rate: (operation: string, by: string, window: number) => key(`rate#${operation}#${by}`, String(window)),

  /** Which referral links are there, and how often was each used? All in one partition, by the link's id. */
  referral: (id: string) => key('referrals', `${referralPrefix}${id}`),
  /** Which referral link has this token now? A rotated or revoked one is not there any more. */
  referralToken: (token: string) => key(`referral#${token}`, 'token'),
  /** How many verified sign-ups did this token bring on this London day? */
  referralDay: (day: string, token: string) => key('referral-days', `${day}#${token}`),

  /** Whose address has a part that begins so? One item for each place of the address where a word begins. */
  person: (part: string, userId: string) => key('people', `${part}#${userId}`),

  /** What did admins and operators do about this? Sorted by time; about a person, in the person's partition. */
  audit: (subject: AuditSubject, at: string, id: string) =>
    key(
      subject.kind === 'user' ? `user#${subject.id}` : `audit#${subject.kind}`,
      `${auditPrefix}${at}#${id}`,
    ),
  /** gsi1: what did this admin do? */
  auditBy: (actorId: string, at: string) => ({ gsi1pk: `audit-by#${actorId}`, gsi1sk: at }),

  /** Which files does the library list, in order of name? */
  libraryFile: (name: string) => key('library', `${filePrefix}${name}`),
  /** Which title and description does this path have? */
  fileTitle: (path: string) => key('library', `${titlePrefix}${path}`),
  /** Which videos does the library show? */
  mediaLink: (id: string) => key('library', `${mediaPrefix}${id}`),
  /** Which file may be fetched by this short link? Found by the SHA-256 of its token. */
  preview: (tokenHash: string) => key(`preview#${tokenHash}`, 'preview'),
} as const
