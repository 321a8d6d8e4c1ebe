import type { AccountData } from '../../shared/contract/account.ts'
import type { Member } from '../platform/member.ts'
import { systems } from './manifest.ts'
import { isPartitionKind, partitionKinds, type Section, shownOf } from './partition.ts'
import type { Statement } from './stripe-statement.ts'

type Fields = Record<string, unknown>

export interface CollectNeeds {
  readonly partition: (userId: string) => Promise<Fields[]>
  readonly statementOf: (customer: string | undefined) => Promise<Statement>
  readonly mails: {
    sentTo(
      email: string,
    ): Promise<readonly { cause: string; status: string; created_at: string; sent_at?: string | undefined }[]>
  }
  readonly messages: {
    from(email: string): Promise<readonly { reference: string; received_at: string }[]>
  }
  readonly userPool: { describe(userId: string): Promise<Fields> }
}

/** The items of a partition that are the person's to see, by the section of the export that they stand in. */
export const sectionsOf = (items: readonly Fields[]): Record<Section, Fields[]> => {
  const sections: Record<Section, Fields[]> = {
    profile: [],
    subscription: [],
    passes: [],
    access_history: [],
    tickets: [],
    acts_of_admins: [],
    payment_pages: [],
  }
  for (const item of items) {
    const kind = item['entity']
    if (isPartitionKind(kind)) sections[partitionKinds[kind].section].push(shownOf(kind, item))
  }
  return sections
}

/** `welcome:sub_1` → `welcome`: what the mail was about, without the ids of other systems. */
const kindOfMail = (cause: string): string => cause.slice(0, cause.indexOf(':'))

/** Everything that is held of a person, by them and about nobody else. */
export const collect = async (
  { profile }: Pick<Member, 'profile'>,
  needs: CollectNeeds,
  now: Date,
): Promise<AccountData> => {
  const { user_id: userId, email } = profile
  const [items, payments, mails, messages, signIn] = await Promise.all([
    needs.partition(userId),
    needs.statementOf(profile.stripe_customer_id),
    needs.mails.sentTo(email),
    needs.messages.from(email),
    needs.userPool.describe(userId),
  ])
  return {
    manifest: { made_at: now.toISOString(), user_id: userId, email, systems },
    ...sectionsOf(items),
    sign_in: signIn,
    payments: { ...payments },
    emails: mails.map(({ cause, status, created_at, sent_at }) => ({
      kind: kindOfMail(cause),
      status,
      created_at,
      sent_at: sent_at ?? null,
    })),
    contact_messages: messages.map(({ reference, received_at }) => ({ reference, received_at })),
  }
}
