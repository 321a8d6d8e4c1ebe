import type { AccountData } from '#shared/contract/account.ts'
import { apiError } from '#platform/api-error.ts'
import type { Account } from '#platform/account/account.ts'
import { isWithin } from '#platform/account/former-address.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { addressesOf } from './addresses.ts'
import { exportedFieldsOf, isPartitionKind, partitionKinds, type Section } from './partition.ts'
import { systems } from './personal-data.ts'
import type { StripeData } from './stripe-data.ts'

type Fields = Record<string, unknown>

export interface CollectDependencies {
  readonly listPartition: (userId: string) => Promise<Fields[]>
  readonly findStripeData: (customer: string | undefined) => Promise<StripeData>
  readonly emails: {
    listFor(email: string): Promise<
      readonly {
        cause: string
        status: string
        created_at: string
        sent_at?: string | undefined
        forget_when_sent?: true | undefined
      }[]
    >
  }
  readonly emailProblems: {
    find(email: string): Promise<{ reason: string; detail: string; at: string } | undefined>
  }
  readonly messages: {
    listFrom(email: string): Promise<readonly { reference: string; received_at: string }[]>
  }
  /** Finds when the previous owner of an address gave it up. */
  readonly findGivenUpAt: (email: string) => Promise<string | undefined>
  readonly userPool: { describe(userId: string): Promise<Fields> }
}

/** Groups the items of a partition by section of the export, with the exported fields only. */
const sectionsOf = (items: readonly Fields[]): Record<Section, Fields[]> => {
  const sections: Record<Section, Fields[]> = {
    profile: [],
    subscription: [],
    passes: [],
    access_history: [],
    tickets: [],
    ticket_messages: [],
    library_emails: [],
    passkeys: [],
    admin_actions: [],
    second_factor: [],
    payment_pages: [],
  }
  for (const item of items) {
    const kind = item['entity']
    if (isPartitionKind(kind)) sections[partitionKinds[kind].section].push(exportedFieldsOf(kind, item))
  }
  return sections
}

/** Returns the kind of an email without the ids of other systems: `welcome:sub_1` → `welcome`. */
const emailKindOf = (cause: string): string => cause.slice(0, cause.indexOf(':'))

/** Collects the data that is stored under the current and the former addresses. */
const collectByAddress = async (
  profile: ProfileRecord,
  { emails, emailProblems, messages, findGivenUpAt }: CollectDependencies,
) => {
  const from = await findGivenUpAt(profile.email)
  const found = await Promise.all(
    addressesOf({ ...profile, email_from: from }).map(async (address) => {
      const { email } = address
      const [sent, problem, received] = await Promise.all([
        emails.listFor(email),
        emailProblems.find(email),
        messages.listFrom(email),
      ])
      return {
        // An email whose record is deleted once it is sent belongs to a deleted account.
        emails: sent.filter(
          ({ created_at, forget_when_sent: isOfDeleted }) => !isOfDeleted && isWithin(address, created_at),
        ),
        problem: problem && isWithin(address, problem.at) ? problem : undefined,
        messages: received.filter(({ received_at }) => isWithin(address, received_at)),
      }
    }),
  )
  return {
    emails: found.flatMap((one) => one.emails),
    emailProblem: found.find(({ problem }) => problem !== undefined)?.problem,
    messages: found.flatMap((one) => one.messages),
  }
}

/**
 * Time for reading, in milliseconds, of the 28 seconds of the function. The rest is for its start and for writing and
 * compressing the response.
 */
const readingMs = 20_000

/** @throws ApiError `response_too_large` if the reads take longer than `readingMs`. They are then left unfinished */
const withinReadingTime = async <T>(reads: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(apiError('response_too_large')), readingMs)
  })
  try {
    return await Promise.race([reads, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Collects all data about an account, and none about other people.
 *
 * @throws ApiError `response_too_large` if there is more than can be read in the time of a request
 */
export const collectAccountData = async (
  { profile }: Pick<Account, 'profile'>,
  deps: CollectDependencies,
  now: Date,
): Promise<AccountData> => {
  const { user_id: userId, email } = profile
  const [items, payments, { emails, emailProblem, messages }, signIn] = await withinReadingTime(
    Promise.all([
      deps.listPartition(userId),
      deps.findStripeData(profile.stripe_customer_id),
      collectByAddress(profile, deps),
      deps.userPool.describe(userId),
    ]),
  )
  return {
    about_this_file: { created_at: now.toISOString(), user_id: userId, email, systems },
    ...sectionsOf(items),
    sign_in: signIn,
    payments: { ...payments },
    emails: emails.map(({ cause, status, created_at, sent_at }) => ({
      kind: emailKindOf(cause),
      status,
      created_at,
      sent_at: sent_at ?? null,
    })),
    email_problem:
      emailProblem === undefined
        ? null
        : { reason: emailProblem.reason, detail: emailProblem.detail, at: emailProblem.at },
    contact_messages: messages.map(({ reference, received_at }) => ({ reference, received_at })),
  }
}
