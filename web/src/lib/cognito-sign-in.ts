import { siteConfig } from './config.ts'
import type { IssuedTokens } from './tokens.ts'

/** Where the sign-in library keeps its tokens: in memory, and only until they are handed over. */
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

/** Fetches the sign-in library ahead of need, as when a person begins to type their address. */
export const preloadSignIn = (): void => {
  // Only a head start: the sign-in fetches again, and reports, what could not be fetched now.
  void library().catch(() => undefined)
}

/**
 * Proves the password to the user pool by SRP (the password never leaves the browser) and returns the
 * tokens. The library is loaded at the first sign-in: no other page needs it.
 */
export const signInToPool = async (email: string, password: string): Promise<IssuedTokens> => {
  const [[{ Amplify }, { signIn }, { cognitoUserPoolsTokenProvider }], config] = await Promise.all([
    library(),
    siteConfig(),
  ])
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  })
  // After `configure`, which sets the storage back to localStorage.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(inMemory())
  const { nextStep } = await signIn({ username: email, password })
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') throw new Error('Email not confirmed')
  if (nextStep.signInStep !== 'DONE')
    throw new Error(`This sign-in step is not supported: ${nextStep.signInStep}`)
  const tokens = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()
  if (!tokens?.refreshToken) throw new Error('The user pool gave no session')
  return {
    accessToken: tokens.accessToken.toString(),
    refreshToken: tokens.refreshToken,
    idToken: tokens.idToken?.toString(),
  }
}
