/** The names under which the browser keeps things. They are part of the product: tests and support use them. */
export const storageKeys = {
  /** The tokens of who is signed in, for good or for this tab. */
  session: 'auth-session',
  cookieConsent: 'cookie-consent',
  /** Which text the choice was an answer to. */
  cookieConsentText: 'cookie-consent-text',
  pendingVerificationEmail: 'pending_verification_email',
  pendingSignupPlan: 'pending_signup_plan',
  selectedPlan: 'selectedPlan',
  guestKey: 'guest_key',
  pendingReferrerToken: 'pending_referrer_token',
  pendingSignupRedirect: 'pending_signup_redirect',
  pendingSignupUserInfo: 'pending_signup_user_info',
  pendingLoginRedirect: 'pending_login_redirect',
  sessionExpiry: 'session_expiry',
  /** Whose chat the widget's own keys are: they go when somebody else comes. */
  chatVisitor: 'chat_visitor',
} as const
