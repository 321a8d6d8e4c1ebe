/** Exports of this domain that other domains may use. */
export {
  accountSearchRemovals,
  accountSearchRenewal,
  accountSearchWrites,
  foldForSearch,
  formerSearchRemovals,
  listAccountIds,
  maxNameTermLength,
  searchTermsOf,
} from './account-search.ts'
export { deleteInvalidated, discardSignUp } from './finish-sign-up.ts'
export { deleteAllLinks, linkRepository } from './link.repository.ts'
export { pendingSignUpRepository } from './pending-sign-up.repository.ts'
export { detailsUnchanged } from './profile.repository.ts'
export { sessionsValidAfter } from './session-end.ts'
export { sessionRepository } from './session.repository.ts'
export { unsealKey, secondFactorRecord, secondFactorRepository } from './second-factor.repository.ts'
