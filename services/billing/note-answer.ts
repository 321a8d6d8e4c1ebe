import { passInUse } from '../../shared/rules/access.ts'
import { answered, factsOf, minutesOf } from '../../shared/rules/pass.ts'
import type { HeldPass, Holder, PassRepository } from './pass.repository.ts'

export interface AnswerNeeds {
  readonly passes: PassRepository
  readonly siteUrl: string
}

/** Advisers' answers to somebody, as the chat's provider tells of them. */
export interface Answer {
  readonly holder: Holder
  /** What the provider calls this piece of news: it is noted once. */
  readonly eventId: string
  /** When they answered, first to last. */
  readonly answers: readonly Date[]
  readonly now: Date
}

/** Each conflict means that another report or payment got through, so a handful is plenty. */
const maxTries = 8

const heldBy = async ({ userId, keyHash }: Holder, passes: PassRepository): Promise<HeldPass[]> => {
  if (userId !== undefined) return (await passes.of(userId)) ?? []
  const held = await passes.byKeyHash(keyHash)
  return held === undefined ? [] : [held]
}

/** The pass that the first answer to it has started; undefined when none of them starts any. */
const startedBy = (
  held: readonly HeldPass[],
  { answers, now }: Pick<Answer, 'answers' | 'now'>,
): HeldPass | undefined => {
  for (const at of answers) {
    const one = passInUse(
      held.map((each) => ({ ...factsOf(each.pass), each })),
      at,
    )?.each
    const pass = one && answered(one.pass, at, now)
    if (one !== undefined && pass !== undefined && pass !== one.pass) return { ...one, pass }
  }
  return undefined
}

/**
 * Starts the time of the pass that an answer was about, unless it runs already: browser and provider both
 * tell, and the first one counts. A time that has run out before we heard of it is closed in the same step.
 */
export const noteAnswer = async (
  answer: Answer,
  { passes, siteUrl }: AnswerNeeds,
): Promise<'started' | 'nothing'> => {
  const { eventId, holder, now } = answer
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (await passes.hasHeard(eventId)) return 'nothing'
    const held = startedBy(await heldBy(holder, passes), answer)
    if (held === undefined) return 'nothing'
    const mail = {
      template: 'pass-over',
      used: true,
      minutes: minutesOf(held.pass),
      link: `${siteUrl}/livechat`,
    } as const
    const isOver = held.pass.endedAt !== undefined
    const change = { held, now, eventId, ...(isOver ? { mail } : {}) }
    if ((await passes.write(change)) === 'written') return 'started'
  }
  throw new Error('A pass kept changing while an answer was being noted')
}
