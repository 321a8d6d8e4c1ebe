/** Exports of this domain that other domains may use. */
export { findReferralId, referralUseWrites } from './referral-use.ts'
