import { siteConfig } from './config.ts'
import { serverTimeKnown } from './server-time.ts'
import type { IssuedTokens } from './tokens.ts'

/** Creates the token storage of the sign-in library. It is in memory only: our own session store keeps the tokens. */
const inMemory = () => {
  const entries = new Map<string, string>()
  return {
    setItem: async (key: string, value: string) => void entries.set(key, value),
    getItem: async (key: string) => entries.get(key) ?? null,
    removeItem: async (key: string) => void entries.delete(key),
    clear: async () => entries.clear(),
  }
}

const library = () =>
  Promise.all([import('aws-amplify'), import('aws-amplify/auth'), import('aws-amplify/auth/cognito')])

/** Loads what a sign-in needs in advance, for example when a visitor begins to type their email address. */
export const preloadSignIn = (): void => {
  // A failure does not matter here: the sign-in loads the library again and reports the error.
  void library().catch(() => undefined)
  void serverTimeKnown()
}

/**
 * Signs in to the user pool by SRP (the password never leaves the browser) and returns the tokens. Loads the sign-in
 * library on the first sign-in, because no other page needs it.
 */
export const signInToPool = async (email: string, password: string): Promise<IssuedTokens> => {
  const [[{ Amplify }, { signIn }, { cognitoUserPoolsTokenProvider }], config] = await Promise.all([
    library(),
    siteConfig(),
    serverTimeKnown(),
  ])
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  })
  // Must follow `configure`, which resets the storage to localStorage.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(inMemory())
  const { nextStep } = await signIn({ username: email, password })
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') throw new Error('Email not confirmed')
  if (nextStep.signInStep !== 'DONE')
    throw new Error(`This sign-in step is not supported: ${nextStep.signInStep}`)
  const tokens = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()
  if (!tokens?.refreshToken) throw new Error('The user pool returned no session')
  return {
    accessToken: tokens.accessToken.toString(),
    refreshToken: tokens.refreshToken,
    idToken: tokens.idToken?.toString(),
  }
}
