/** The periods that referral analytics can be grouped by. */
export const groupings = ['day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]
