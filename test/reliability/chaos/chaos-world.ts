import type { EmailContent } from '#shared/contract/email.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { addressWrites } from '#services/identity/confirmation.ts'
import type { Delivery } from '#local/chat/payloads.ts'
import { toValues } from '#test/kit/in-memory/attributes.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { MemoryUserPool } from '#test/kit/in-memory/memory-user-pool.ts'
import type { aSignUp } from '#test/kit/people.ts'
import type { softwareAuthenticator } from '#test/kit/software-authenticator.ts'
import { openWorld, type profileOf, type World } from '../world.ts'
import { Faults } from './faults.ts'
import { MemoryChats } from './memory-chats.ts'
import { MemorySite } from './memory-site.ts'

/** Data that the service must have stored or sent, because it accepted the requests. */
interface Expected {
  /** Every form that was sent, because its link may work even if the response was lost. */
  readonly signUps: { readonly form: ReturnType<typeof aSignUp>; isConfirmed: boolean }[]
  readonly tickets: { readonly account: string; readonly id: string; readonly at: Date }[]
  readonly messages: {
    readonly email: string
    readonly message: string
    readonly at: Date
    /** True if it was sent during another step, which may give its sender's address up. */
    readonly wasTogether: boolean
  }[]
  /** Replies to items of the inbox. */
  readonly replies: { readonly id: string; readonly text: string }[]
  /** The possible passwords of the accounts: one for each, unless a change has failed. */
  passwords: { readonly account: string; readonly password: string }[]
  /** Causes, or their beginnings, of the emails about accepted changes of accounts. */
  readonly emails: { readonly account: string; readonly cause: string }[]
  /** Facts of library items that admins saved, and the accounts that get the monthly email. */
  readonly saved: Map<string, string | undefined>
  readonly passkeys: StoredPasskey[]
  /** Keys of authenticator apps, by account. */
  readonly factorKeys: Map<string, string>
  /** Accounts whose authenticator app an operator was about to remove. */
  readonly resets: Set<string>
  readonly usedLinks: Set<string>
  /** Proofs from the pages of links with which the owners of these addresses can sign up. */
  readonly addressTokens: Map<string, string>
  readonly transcripts: { readonly account: string; readonly cause: string }[]
  /** Files by path. `unknown`: a response never came. */
  readonly files: Map<string, 'sent' | 'listed' | 'deleted' | 'unknown' | 'deletion failed'>
}

/** An email that was in the outbox at any time of the journey. */
export interface QueuedEmail {
  readonly to: string
  /** Time at which it was queued. */
  readonly at: Date
  /** Number of times that SES accepted it. */
  sends: number
  /**
   * Number of runs that ended after SES had accepted the email and before they had recorded it, so that it has to be
   * sent again.
   */
  unrecorded: number
  /** Time at which it was given up, because its link had expired. */
  givenUpAt?: Date
}

/** A passkey that a device created. */
export interface StoredPasskey {
  readonly account: string
  readonly device: number
  readonly authenticator: ReturnType<typeof softwareAuthenticator>
  /** State in the account. `unknown`: a response never came. */
  state: 'unknown' | 'stored' | 'removed'
}

/** A sign-in of a user. */
interface Session {
  readonly account: string
  readonly at: Date
  /** True if a request has ended the session. */
  isEnded: boolean
}

/** A signed delivery of the chat provider. */
interface ChatDelivery {
  readonly delivery: Delivery
  isAcknowledged: boolean
}

/** The world of the billing model with sign-ups, questions, files and SES, where everything can fail. */
export interface ChaosWorld {
  readonly billing: World
  readonly faults: Faults
  pool: MemoryUserPool
  files: MemoryFiles
  chats: MemoryChats
  site: MemorySite
  expected: Expected
  /** Sign-ins, oldest first. */
  sessions: Session[]
  emails: Map<string, QueuedEmail>
  /** Deliveries of the chat provider, oldest first. The provider repeats deliveries that were not acknowledged. */
  deliveries: ChatDelivery[]
  /** True if several steps run at the same time. */
  isTogether: () => boolean
  /** True if the clock has been set back. */
  wasSetBack: boolean
  /** The latest time that the clock has shown. */
  latest: Date
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * A Monday, after the days on which the monthly email is sent, because schedules depend on the hour and the day. It
 * lies in the past, so that operations that end sessions need not wait for the next second of this time.
 */
const start = new Date('2026-03-09T10:00:00.000Z')

const nothingExpected = (): Expected => ({
  signUps: [],
  tickets: [],
  messages: [],
  replies: [],
  passwords: [],
  emails: [],
  saved: new Map(),
  passkeys: [],
  factorKeys: new Map(),
  resets: new Set(),
  usedLinks: new Set(),
  addressTokens: new Map(),
  transcripts: [],
  files: new Map(),
})

const openLogin = ({ pool, expected }: ChaosWorld, profile: ReturnType<typeof profileOf>): void => {
  const { user_id: account, email } = profile
  const password = `password of ${account}`
  pool.add(account, email, password)
  expected.passwords.push({ account, password })
}

export const openChaosWorld = async (): Promise<ChaosWorld> => {
  const billing = await openWorld()
  const faults = new Faults()
  const chaos: ChaosWorld = {
    billing,
    faults,
    pool: new MemoryUserPool(),
    files: new MemoryFiles(),
    chats: new MemoryChats(),
    site: new MemorySite(start),
    expected: nothingExpected(),
    sessions: [],
    emails: new Map(),
    deliveries: [],
    isTogether: () => false,
    wasSetBack: false,
    latest: billing.clock.now(),
    restart: async () => {
      chaos.pool = new MemoryUserPool()
      chaos.expected = nothingExpected()
      await billing.restart()
      billing.clock.set(start)
      chaos.files = new MemoryFiles()
      chaos.chats = new MemoryChats()
      chaos.site = new MemorySite(start)
      chaos.sessions = []
      chaos.emails = new Map()
      chaos.deliveries = []
      chaos.wasSetBack = false
      chaos.latest = billing.clock.now()
      // The service was running before the journey.
      billing.reconciledAt = billing.clock.now()
      billing.database.onRequest = () => faults.before('table')
      billing.database.onTransaction = (moment) => {
        if (moment === 'after') faults.after('table')
      }
      billing.onStripeRequest = () => faults.failureAtStripe()
    },
    close: billing.close,
  }
  billing.onNewAccount = (profile) => addressWrites(profile, billing.clock.now())
  billing.openLogin = (profile) => openLogin(chaos, profile)
  billing.deleteLogin = (userId) => faults.around('user pool', chaos.pool).delete(userId)
  return chaos
}

/** Records the emails that are in the outbox. */
export const recordEmails = ({ billing, emails }: ChaosWorld): void => {
  for (const item of billing.database.ofEntity('email')) {
    const cause = item['cause']?.['S']
    if (typeof cause !== 'string' || emails.has(cause)) continue
    const email = outboxRecord.parse(toValues(item))
    if (email.content === undefined) continue
    emails.set(cause, { to: email.to, at: new Date(email.created_at), sends: 0, unrecorded: 0 })
    billing.sentEmails.set(cause, email.content)
  }
}

/** Returns the contents of all emails to an address, oldest first. */
export const emailsTo = ({ emails, billing }: ChaosWorld, address: string): EmailContent[] =>
  [...emails].flatMap(([cause, { to }]) => (to === address ? (billing.sentEmails.get(cause) ?? []) : []))
