import { businessTimeZone } from '#shared/rules/london.ts'
import { DateTime } from 'luxon'

/**
 * Returns London's date and clock time at an instant. Rules that the browser shares, and functions whose bundle has no
 * room for Luxon, use `shared/rules/london.ts`; tests compare the two.
 */
export const inLondon = (instant: Date): DateTime => DateTime.fromJSDate(instant, { zone: businessTimeZone })
