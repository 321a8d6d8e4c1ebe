import type { FunctionDefinition } from '../services/platform/function.ts'
import createCheckout from '../services/billing/create-checkout/function.ts'
import createAuthChallenge from '../services/identity/create-auth-challenge/function.ts'
import defineAuthChallenge from '../services/identity/define-auth-challenge/function.ts'
import ensureAdminRole from '../services/identity/ensure-admin-role/function.ts'
import getProfile from '../services/identity/get-profile/function.ts'
import preTokenGeneration from '../services/identity/pre-token-generation/function.ts'
import resendConfirmation from '../services/identity/resend-confirmation/function.ts'
import signOut from '../services/identity/sign-out/function.ts'
import signUp from '../services/identity/sign-up/function.ts'
import verifyAuthChallenge from '../services/identity/verify-auth-challenge/function.ts'
import verifyLink from '../services/identity/verify-link/function.ts'
import deliverEmail from '../services/notices/deliver-email/function.ts'

/** Every function there is. The only place that knows them all; a test fails when one is missing. */
export const functions: readonly FunctionDefinition[] = [
  createCheckout,
  createAuthChallenge,
  defineAuthChallenge,
  ensureAdminRole,
  getProfile,
  preTokenGeneration,
  resendConfirmation,
  signOut,
  signUp,
  verifyAuthChallenge,
  verifyLink,
  deliverEmail,
]
