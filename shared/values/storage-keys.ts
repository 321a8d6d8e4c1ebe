/**
 * The names under which the browser keeps things. They are part of the product: tests and support use them. Read as
 * `import * as storageKeys`, only those that a script uses become part of it.
 */

/** The tokens of who is signed in, for good or for this tab. */
export const session = 'auth-session'
export const cookieConsent = 'cookie-consent'
/** Which text the choice was an answer to. */
export const cookieConsentText = 'cookie-consent-text'
export const pendingVerificationEmail = 'pending_verification_email'
export const pendingSignupPlan = 'pending_signup_plan'
export const selectedPlan = 'selectedPlan'
export const guestKey = 'guest_key'
export const pendingReferrerToken = 'pending_referrer_token'
export const pendingSignupRedirect = 'pending_signup_redirect'
export const pendingSignupUserInfo = 'pending_signup_user_info'
export const pendingLoginRedirect = 'pending_login_redirect'
export const sessionExpiry = 'session_expiry'
/** Whose chat the widget's own keys are: they go when somebody else comes. */
export const chatVisitor = 'chat_visitor'
