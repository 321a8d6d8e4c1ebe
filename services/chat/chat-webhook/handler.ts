import { maxWebhookBytes } from '../../../shared/values/limits.ts'
import { answerTaker, type Holder } from '../../billing/public.ts'
import { env } from '../../platform/env.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { log } from '../../platform/log.ts'
import { refused } from '../../platform/refusal.ts'
import { secret } from '../../platform/secrets.ts'
import { Table } from '../../platform/table/table.ts'
import { idInAddress } from '../visitor-id.ts'
import { visitorRepository } from '../visitor.repository.ts'
import type { News } from './news.ts'
import { eventIdOf, protocolOf } from './protocols.ts'
import type { Delivery } from './signatures.ts'

const accepted: RawReply = {
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ received: true }),
}

const table = new Table()
const visitors = visitorRepository(table)
const takeAnswer = answerTaker(table, env('SITE_URL'))

/** Who has been answered: by the id that we gave them, or by the address of their account. */
const holderOf = async ({ visitor }: News, now: Date): Promise<Holder | undefined> => {
  if ('id' in visitor) return visitors.find(visitor.id, now)
  const id = idInAddress(visitor.email)
  return id === undefined ? visitors.userWith(visitor.email) : visitors.find(id, now)
}

const parse = ({ bytes }: Delivery): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw refused('invalid_json', { cause })
  }
}

/** The secret may name several, separated by commas, while it is being rotated. */
const signingSecrets = async (): Promise<string[]> =>
  (await secret(env('CHAT_WEBHOOK_SECRET_ID'))).split(',').map((one) => one.trim())

/**
 * The chat's provider tells of an adviser's answer, with or without the visitor's browser. What is well
 * signed and not about one of our visitors is thanked for; a fault of ours asks the provider to come again.
 */
export const handler = serveRaw('chat-webhook', maxWebhookBytes, async ({ bytes, header, now }) => {
  const delivery = { bytes, header, now }
  const protocol = protocolOf(env('CHAT_PROVIDER'), await signingSecrets(), delivery)
  if (protocol === undefined) throw refused('invalid_signature')
  const news = protocol.newsIn(parse(delivery), now)
  const holder = news && (await holderOf(news, now))
  const outcome =
    news && holder
      ? await takeAnswer({
          holder,
          eventId: eventIdOf(protocol, delivery),
          answers: news.answers,
          now,
        })
      : 'nothing'
  log.info('chat event', { provider: protocol.name, outcome, known: holder !== undefined })
  return accepted
})
