/** What other domains may use of this one. */
export { referralOf, referralUse } from './referral-use.ts'
