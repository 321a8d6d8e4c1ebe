/**
 * Names of the values in browser storage. They are part of the product, because tests and support use them. Import it
 * as `import * as storageKeys`, so that a bundle contains only the names it uses.
 */

/** Tokens of the signed-in user, in local storage, or in session storage if the browser keeps no cookies. */
export const session = 'auth-session'
/**
 * Set in local storage if the session ends when the browser closes (no 'Remember me'). A cookie of this name, without a
 * token, lasts as long as the browser runs.
 */
export const sessionRun = 'auth-session-run'
export const cookieConsent = 'cookie-consent'
/** Version of the consent text that the visitor saw when choosing. */
export const cookieConsentText = 'cookie-consent-text'
export const pendingVerificationEmail = 'pending_verification_email'
export const pendingSignupPlan = 'pending_signup_plan'
export const selectedPlan = 'selectedPlan'
/** Set in session storage in the tab in which a plan was chosen, so that a sign-in there continues with it. */
export const planOfTab = 'plan-chosen-in-this-tab'
export const guestKey = 'guest_key'
export const pendingReferrerToken = 'pending_referrer_token'
export const pendingSignupRedirect = 'pending_signup_redirect'
export const pendingSignupUserInfo = 'pending_signup_user_info'
/**
 * Id with which the page asks whether its sign-up is confirmed. The tab that made the sign-up also keeps it in session
 * storage, so that a reload fills in the form again.
 */
export const pendingSignupId = 'pending_signup_id'
export const pendingLoginRedirect = 'pending_login_redirect'
export const sessionExpiry = 'session_expiry'
/** Draft of the ticket form, in session storage. */
export const ticketDraft = 'ticket_draft'
/** Draft of the contact form, in session storage. */
export const contactDraft = 'contact_draft'
/** Drafts of follow-up questions, by ticket, in session storage. */
export const followUpDraft = 'follow_up_draft'
/** Unsent replies of an admin to items of the inbox, in session storage. */
export const inboxReplies = 'inbox_replies'
/** The notice about the last guest pass of this browser: when it expired unused, or why it gives no access. */
export const expiredPass = 'expired_pass'
/** Set while the chat window is open, in session storage, so that a reload opens it again. */
export const openChat = 'open_chat'
/** The last conversation of this tab, in session storage, so that a reload keeps it. */
export const conversation = 'chat_conversation'
/** The visitor that the chat widget's own storage belongs to. That storage is cleared when the visitor changes. */
export const chatVisitor = 'chat_visitor'
/** Set after a password reset in this tab, in session storage, because Back then leads to the used link. */
export const passwordReset = 'password_reset'
