/** The periods by which the referral analytics add up. */
export const groupings = ['day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]
