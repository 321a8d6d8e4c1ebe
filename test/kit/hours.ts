import { nextOpening } from '../../shared/rules/opening-hours.ts'
import { clock } from './clock.ts'

/** Moves the clock to an hour after the next opening of the chat: what is sold in opening hours only is sold. */
export const openTheChat = async (): Promise<void> => {
  const opening = nextOpening(await clock.now())
  await clock.set(new Date(opening.getTime() + 3600_000).toISOString())
}

/** Moves the clock to an hour before the next opening: the chat is closed, whatever day it is. */
export const closeTheChat = async (): Promise<void> => {
  const opening = nextOpening(await clock.now())
  await clock.set(new Date(opening.getTime() - 3600_000).toISOString())
}

/** Lets so many minutes pass. */
export const letMinutesPass = async (minutes: number): Promise<void> => {
  await clock.set(new Date((await clock.now()).getTime() + minutes * 60_000).toISOString())
}
