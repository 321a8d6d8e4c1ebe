import { dateInWords, timeOfDay } from '#shared/rules/london.ts'

/** Formats an ISO time as its date in London, or a day such as `2026-11-20`: `20 November 2026`. */
export const dayText = dateInWords

/** Formats an ISO time as the time of day in London: `14:05`. */
export const clockText = timeOfDay

/**
 * Formats the ISO time of a deadline in London: `14:05 on 20 November 2026`. On that day, the date alone would mislead.
 */
export const deadlineText = (iso: string): string => `${clockText(iso)} on ${dayText(iso)}`

/** Formats an ISO time as its date and time in London: `20 November 2026, 14:05`. */
export const timeText = (iso: string): string => `${dayText(iso)}, ${clockText(iso)}`
