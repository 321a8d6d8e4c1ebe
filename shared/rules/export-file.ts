import { londonDayOf } from './london.ts'

/** The name of the file with somebody's data, by the day in London: `my-data-2026-11-20.json`. */
export const exportFileName = (now: Date): string => `my-data-${londonDayOf(now)}.json`
