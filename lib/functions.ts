import type { FunctionDefinition } from '#platform/function.ts'
import closeAccountsWithoutLogin from '#services/account/close-accounts-without-login/function.ts'
import deleteAccount from '#services/account/delete-account/function.ts'
import exportAccountData from '#services/account/export-account-data/function.ts'
import finishDeletions from '#services/account/finish-deletions/function.ts'
import retention from '#services/account/retention/function.ts'
import getUser from '#services/admin/get-user/function.ts'
import getUsers from '#services/admin/get-users/function.ts'
import listUserAudit from '#services/admin/list-user-audit/function.ts'
import chatWebhook from '#services/chat/chat-webhook/function.ts'
import checkClosedDates from '#services/chat/check-closed-dates/function.ts'
import deleteOldChats from '#services/chat/delete-old-chats/function.ts'
import emailTranscript from '#services/chat/email-transcript/function.ts'
import signChatVisitor from '#services/chat/sign-chat-visitor/function.ts'
import submitContact from '#services/contact/submit-contact/function.ts'
import deliverEmail from '#services/email/deliver-email/function.ts'
import recordEmailProblems from '#services/email/record-email-problems/function.ts'
import sendWaitingEmails from '#services/email/send-waiting-emails/function.ts'
import changeEmail from '#services/identity/change-email/function.ts'
import checkPendingSignUp from '#services/identity/check-pending-sign-up/function.ts'
import checkSignUp from '#services/identity/check-sign-up/function.ts'
import confirmSecondFactor from '#services/identity/confirm-second-factor/function.ts'
import createAuthChallenge from '#services/identity/create-auth-challenge/function.ts'
import defineAuthChallenge from '#services/identity/define-auth-challenge/function.ts'
import ensureAdminRole from '#services/identity/ensure-admin-role/function.ts'
import finishSignUps from '#services/identity/finish-sign-ups/function.ts'
import getProfile from '#services/identity/get-profile/function.ts'
import getSecondFactor from '#services/identity/get-second-factor/function.ts'
import preTokenGeneration from '#services/identity/pre-token-generation/function.ts'
import resendConfirmation from '#services/identity/resend-confirmation/function.ts'
import sendMagicLink from '#services/identity/send-magic-link/function.ts'
import sendPasswordResetEmail from '#services/identity/send-password-reset-email/function.ts'
import setUpSecondFactor from '#services/identity/set-up-second-factor/function.ts'
import signOut from '#services/identity/sign-out/function.ts'
import signUp from '#services/identity/sign-up/function.ts'
import updatePassword from '#services/identity/update-password/function.ts'
import updateProfile from '#services/identity/update-profile/function.ts'
import verifyAuthChallenge from '#services/identity/verify-auth-challenge/function.ts'
import verifyLink from '#services/identity/verify-link/function.ts'
import answerInboxItem from '#services/inbox/answer-inbox-item/function.ts'
import closeInboxItem from '#services/inbox/close-inbox-item/function.ts'
import confirmChatDeletion from '#services/inbox/confirm-chat-deletion/function.ts'
import getInboxItem from '#services/inbox/get-inbox-item/function.ts'
import listInbox from '#services/inbox/list-inbox/function.ts'
import markInboxItem from '#services/inbox/mark-inbox-item/function.ts'
import reopenInboxItem from '#services/inbox/reopen-inbox-item/function.ts'
import sendInboxReminders from '#services/inbox/send-inbox-reminders/function.ts'
import addMediaLink from '#services/library/add-media-link/function.ts'
import completeUpload from '#services/library/complete-upload/function.ts'
import createDownload from '#services/library/create-download/function.ts'
import createUpload from '#services/library/create-upload/function.ts'
import deleteFileTitle from '#services/library/delete-file-title/function.ts'
import deleteLibraryFile from '#services/library/delete-library-file/function.ts'
import deleteMediaLink from '#services/library/delete-media-link/function.ts'
import finishLibraryFiles from '#services/library/finish-library-files/function.ts'
import getLibrary from '#services/library/get-library/function.ts'
import getLibraryEmails from '#services/library/get-library-emails/function.ts'
import indexLibraryFile from '#services/library/index-library-file/function.ts'
import listFileTitles from '#services/library/list-file-titles/function.ts'
import listLibraryChanges from '#services/library/list-library-changes/function.ts'
import listLibraryFiles from '#services/library/list-library-files/function.ts'
import listMediaLinks from '#services/library/list-media-links/function.ts'
import openPreview from '#services/library/open-preview/function.ts'
import saveFileTitle from '#services/library/save-file-title/function.ts'
import saveLibraryFacts from '#services/library/save-library-facts/function.ts'
import searchLibrary from '#services/library/search-library/function.ts'
import sendLibraryEmails from '#services/library/send-library-emails/function.ts'
import setLibraryEmails from '#services/library/set-library-emails/function.ts'
import stopLibraryEmails from '#services/library/stop-library-emails/function.ts'
import computeNumbers from '#services/numbers/compute-numbers/function.ts'
import getNumbers from '#services/numbers/get-numbers/function.ts'
import checkGuestAccess from '#services/passes/check-guest-access/function.ts'
import closePasses from '#services/passes/close-passes/function.ts'
import createGuestPass from '#services/passes/create-guest-pass/function.ts'
import guestSessionEvent from '#services/passes/guest-session-event/function.ts'
import hasActiveOneTimeAccess from '#services/passes/has-active-one-time-access/function.ts'
import oneTimeSessionEvent from '#services/passes/one-time-session-event/function.ts'
import restorePass from '#services/passes/restore-pass/function.ts'
import verifyGuestPass from '#services/passes/verify-guest-pass/function.ts'
import verifyPayment from '#services/passes/verify-payment/function.ts'
import warnExpiringPasses from '#services/passes/warn-expiring-passes/function.ts'
import addPasskey from '#services/passkeys/add-passkey/function.ts'
import listPasskeys from '#services/passkeys/list-passkeys/function.ts'
import removePasskey from '#services/passkeys/remove-passkey/function.ts'
import signInWithPasskey from '#services/passkeys/sign-in-with-passkey/function.ts'
import startAddingPasskey from '#services/passkeys/start-adding-passkey/function.ts'
import startPasskeySignIn from '#services/passkeys/start-passkey-sign-in/function.ts'
import checkPrices from '#services/payments/check-prices/function.ts'
import copyAccountDetails from '#services/payments/copy-account-details/function.ts'
import createBillingPortal from '#services/payments/create-billing-portal/function.ts'
import getBilling from '#services/payments/get-billing/function.ts'
import getOpenInvoice from '#services/payments/get-open-invoice/function.ts'
import createReferral from '#services/referrals/create-referral/function.ts'
import getReferralAnalytics from '#services/referrals/get-referral-analytics/function.ts'
import listReferrals from '#services/referrals/list-referrals/function.ts'
import revokeReferral from '#services/referrals/revoke-referral/function.ts'
import rotateReferral from '#services/referrals/rotate-referral/function.ts'
import validateReferral from '#services/referrals/validate-referral/function.ts'
import removeOldAssets from '#services/site/remove-old-assets/function.ts'
import unknownPath from '#services/site/unknown-path/function.ts'
import checkWebhookEndpoint from '#services/stripe-events/check-webhook-endpoint/function.ts'
import reconcile from '#services/stripe-events/reconcile/function.ts'
import stripeWebhook from '#services/stripe-events/stripe-webhook/function.ts'
import cancelSubscription from '#services/subscriptions/cancel-subscription/function.ts'
import changePlan from '#services/subscriptions/change-plan/function.ts'
import checkSubscription from '#services/subscriptions/check-subscription/function.ts'
import createCheckout from '#services/subscriptions/create-checkout/function.ts'
import getAccess from '#services/subscriptions/get-access/function.ts'
import isUserSubscribed from '#services/subscriptions/is-user-subscribed/function.ts'
import previewPlanChange from '#services/subscriptions/preview-plan-change/function.ts'
import renewalReminders from '#services/subscriptions/renewal-reminders/function.ts'
import resumeSubscription from '#services/subscriptions/resume-subscription/function.ts'
import verifySubscription from '#services/subscriptions/verify-subscription/function.ts'
import askFollowUp from '#services/tickets/ask-follow-up/function.ts'
import listTickets from '#services/tickets/list-tickets/function.ts'
import submitTicket from '#services/tickets/submit-ticket/function.ts'
import listWithdrawablePurchases from '#services/withdrawals/list-withdrawable-purchases/function.ts'
import withdrawPurchase from '#services/withdrawals/withdraw-purchase/function.ts'

/** Every function, in order of folders. This is the only complete list; a test fails if one is missing. */
export const functions: readonly FunctionDefinition[] = [
  closeAccountsWithoutLogin,
  deleteAccount,
  exportAccountData,
  finishDeletions,
  retention,
  getUser,
  getUsers,
  listUserAudit,
  chatWebhook,
  checkClosedDates,
  deleteOldChats,
  emailTranscript,
  signChatVisitor,
  submitContact,
  deliverEmail,
  recordEmailProblems,
  sendWaitingEmails,
  changeEmail,
  checkPendingSignUp,
  checkSignUp,
  confirmSecondFactor,
  createAuthChallenge,
  defineAuthChallenge,
  ensureAdminRole,
  finishSignUps,
  getProfile,
  getSecondFactor,
  preTokenGeneration,
  resendConfirmation,
  sendMagicLink,
  sendPasswordResetEmail,
  setUpSecondFactor,
  signOut,
  signUp,
  updatePassword,
  updateProfile,
  verifyAuthChallenge,
  verifyLink,
  answerInboxItem,
  closeInboxItem,
  confirmChatDeletion,
  getInboxItem,
  listInbox,
  markInboxItem,
  reopenInboxItem,
  sendInboxReminders,
  addMediaLink,
  completeUpload,
  createDownload,
  createUpload,
  deleteFileTitle,
  deleteLibraryFile,
  deleteMediaLink,
  finishLibraryFiles,
  getLibrary,
  getLibraryEmails,
  indexLibraryFile,
  listFileTitles,
  listLibraryChanges,
  listLibraryFiles,
  listMediaLinks,
  openPreview,
  saveFileTitle,
  saveLibraryFacts,
  searchLibrary,
  sendLibraryEmails,
  setLibraryEmails,
  stopLibraryEmails,
  computeNumbers,
  getNumbers,
  checkGuestAccess,
  closePasses,
  createGuestPass,
  guestSessionEvent,
  hasActiveOneTimeAccess,
  oneTimeSessionEvent,
  restorePass,
  verifyGuestPass,
  verifyPayment,
  warnExpiringPasses,
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startAddingPasskey,
  startPasskeySignIn,
  checkPrices,
  copyAccountDetails,
  createBillingPortal,
  getBilling,
  getOpenInvoice,
  createReferral,
  getReferralAnalytics,
  listReferrals,
  revokeReferral,
  rotateReferral,
  validateReferral,
  removeOldAssets,
  unknownPath,
  checkWebhookEndpoint,
  reconcile,
  stripeWebhook,
  cancelSubscription,
  changePlan,
  checkSubscription,
  createCheckout,
  getAccess,
  isUserSubscribed,
  previewPlanChange,
  renewalReminders,
  resumeSubscription,
  verifySubscription,
  askFollowUp,
  listTickets,
  submitTicket,
  listWithdrawablePurchases,
  withdrawPurchase,
]
