import { passMinutes } from '../values/plans.ts'
import { isPassActive, passEnd, type PassFacts } from './access.ts'

/** One payment for a pass. Paid back or disputed, it counts for nothing, for as long as that stands. */
export interface Block {
  readonly paidAt: string
  readonly withdrawn: boolean
}

/**
 * A pass from its first payment to its end. Each payment by its holder while it lasts adds a block of 30
 * minutes; the time runs from the adviser's first answer. Times are ISO, in UTC.
 */
export interface Pass {
  readonly paidAt: string
  readonly startedAt?: string | undefined
  readonly endedAt?: string | undefined
  /** By the Checkout Session that paid for it. */
  readonly blocks: Readonly<Record<string, Block>>
}

const standing = (pass: Pass): Block[] => Object.values(pass.blocks).filter(({ withdrawn }) => !withdrawn)

/** How many minutes the blocks that stand come to. */
export const minutesOf = (pass: Pass): number => passMinutes * standing(pass).length

/** What the rules of access ask of a pass. */
export const factsOf = (pass: Pass): PassFacts => ({
  paidAt: pass.paidAt,
  startedAt: pass.startedAt,
  endedAt: pass.endedAt,
  minutes: minutesOf(pass),
  refundedAt: standing(pass).length === 0 ? pass.paidAt : undefined,
})

/** Does the pass open the chat now? */
export const isUsable = (pass: Pass, now: Date): boolean => isPassActive(factsOf(pass), now)

/** When the pass is over, by the clock alone. */
export const endOf = (pass: Pass): Date => passEnd(factsOf(pass))

/** A payment gives a new pass, or 30 more minutes on the one that its holder has. */
export const bought = (pass: Pass | undefined, session: string, paidAt: Date): Pass => {
  const at = paidAt.toISOString()
  const block = { paidAt: at, withdrawn: false }
  return pass === undefined
    ? { paidAt: at, blocks: { [session]: block } }
    : { ...pass, blocks: { ...pass.blocks, [session]: block } }
}

/** Money that goes back takes its block with it, and brings it back if the dispute is won. */
export const withBlock = (pass: Pass, session: string, withdrawn: boolean): Pass => {
  const block = pass.blocks[session]
  if (block === undefined || block.withdrawn === withdrawn) return pass
  return { ...pass, blocks: { ...pass.blocks, [session]: { ...block, withdrawn } } }
}

/**
 * What the word of the chat's provider makes of a pass: an adviser answered at this time. It may come long
 * after: what was before the pass was paid is not about it, and nothing is in the future. The first start
 * counts and nothing moves it; a time that has run out meanwhile is over.
 */
export const answered = (pass: Pass, at: Date, now: Date): Pass => {
  const then = at.getTime() < now.getTime() ? at : now
  const isTooEarly = then.getTime() < Date.parse(pass.paidAt)
  if (pass.startedAt !== undefined || isTooEarly || !isUsable(pass, then)) return pass
  const started = { ...pass, startedAt: then.toISOString() }
  return isUsable(started, now) ? started : { ...started, endedAt: endOf(started).toISOString() }
}

/**
 * What a report from the chat makes of a pass. The first `started` counts and nothing moves it; an `ended`
 * before any answer costs the holder nothing, because nobody has helped them yet.
 */
export const reported = (pass: Pass, event: 'started' | 'ended', now: Date): Pass | 'over' => {
  if (!isUsable(pass, now)) return 'over'
  const at = now.toISOString()
  if (event === 'started') return pass.startedAt === undefined ? { ...pass, startedAt: at } : pass
  return pass.startedAt === undefined ? pass : { ...pass, endedAt: at }
}
