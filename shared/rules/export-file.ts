import { londonDayOf } from './london.ts'

/** Returns the file name of a data export, with the date in London: `my-data-2026-11-20.json`. */
export const exportFileName = (now: Date): string => `my-data-${londonDayOf(now)}.json`
