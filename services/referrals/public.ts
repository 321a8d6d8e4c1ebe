/** Exports of this domain that other domains may use. */
export { referralRepository } from './referral.repository.ts'
export { findReferralId, referralUseWrites } from './referral-use.ts'
