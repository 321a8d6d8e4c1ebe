import { nextOpening } from '#shared/rules/opening-hours.ts'
import { clock } from './clock.ts'

/** Moves the clock to an hour after the next opening of the chat. */
export const openTheChat = async (): Promise<void> => {
  const opening = nextOpening(await clock.now())
  await clock.set(new Date(opening.getTime() + 3600_000).toISOString())
}

/** Moves the clock to an hour before the next opening, when the chat is closed. */
export const closeTheChat = async (): Promise<void> => {
  const opening = nextOpening(await clock.now())
  await clock.set(new Date(opening.getTime() - 3600_000).toISOString())
}

/** Moves the clock forward by some minutes. */
export const letMinutesPass = async (minutes: number): Promise<void> => {
  await clock.set(new Date((await clock.now()).getTime() + minutes * 60_000).toISOString())
}
