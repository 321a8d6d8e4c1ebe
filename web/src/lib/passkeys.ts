import { useEffect, useState } from 'react'
import { callForPageUser } from './call-for-page-user.ts'
import { callAnonymously, CallError } from './call.ts'
import { siteConfig } from './config.ts'
import { currentSession, storeSession, type Session } from './session-store.ts'
import { endEverywhere } from './session.ts'
import { sessionFrom } from './tokens.ts'
import { messageOf } from './message-of.ts'
import { clearDataOfOthers } from './user-data.ts'

/** Loaded on the first use of a passkey, because most visits need none. */
const library = () => import('@simplewebauthn/browser')

const canUsePasskeys = async (): Promise<boolean> =>
  'PublicKeyCredential' in window && (await siteConfig()).passkeys

/** Returns whether this browser and the stage have passkeys, or undefined while this is not known. */
export const usePasskeySupport = (): boolean | undefined => {
  const [canUse, setCanUse] = useState<boolean>()
  useEffect(() => {
    let mounted = true
    canUsePasskeys().then(
      (can) => mounted && setCanUse(can),
      // The settings could not be loaded, so it is not known whether the stage has passkeys.
      () => mounted && setCanUse(false),
    )
    return () => {
      mounted = false
    }
  }, [])
  return canUse
}

/** The user has chosen the passkey of another account. */
class OtherAccountError extends Error {}

const askForPasskey = async () => {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    callAnonymously('start-passkey-sign-in', {}),
  ])
  return startAuthentication({ optionsJSON })
}

const sessionFor = async (response: Awaited<ReturnType<typeof askForPasskey>>): Promise<Session> => {
  const { email, ...tokens } = await callAnonymously('sign-in-with-passkey', { response })
  const session = sessionFrom(tokens, Date.now())
  return { ...session, user: { ...session.user, email } }
}

/**
 * Asks the user for a passkey, ends any earlier session everywhere and signs in. `passkeyErrorText` returns the text
 * for what this throws. If no passkey was chosen, the earlier session stays.
 */
export const signInWithPasskey = async (remember = true): Promise<void> => {
  const response = await askForPasskey()
  await endEverywhere()
  const session = await sessionFor(response)
  clearDataOfOthers(session.user)
  storeSession(session, 'SIGNED_IN', remember)
}

/** Signs in again with a passkey without leaving the page. If this fails, the earlier session stays. */
export const confirmWithPasskey = async (): Promise<void> => {
  const session = await sessionFor(await askForPasskey())
  if (session.user.id !== currentSession()?.user.id) throw new OtherAccountError()
  storeSession(session, 'TOKEN_REFRESHED')
}

/**
 * Creates a passkey for the signed-in user and stores it under this name. Never settles if another user signs in during a
 * call.
 */
export const addPasskey = async (name: string): Promise<void> => {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    library(),
    callForPageUser('start-adding-passkey', {}),
  ])
  await callForPageUser('add-passkey', { name, response: await startRegistration({ optionsJSON }) })
}

const browserTexts = {
  'sign-in':
    'No passkey was used. If this device has no passkey for your account, sign in with your password or an emailed link.',
  add: 'No passkey was added. You can try again.',
} as const

const unsupported =
  'This browser or device can’t use passkeys here. Please use your password or an emailed link.'

/** Returns the text to show when a passkey could not be used or added. */
export const passkeyErrorText = (failure: unknown, purpose: keyof typeof browserTexts): string => {
  if (failure instanceof CallError) return messageOf(failure)
  if (failure instanceof OtherAccountError)
    return 'This passkey belongs to another account. Please choose the one for this account.'
  switch (failure instanceof Error ? failure.name : '') {
    // Browsers report the same error for a closed dialog, a timeout and a device without a passkey.
    case 'NotAllowedError':
    case 'AbortError':
      return browserTexts[purpose]
    case 'InvalidStateError':
      return 'This device or password manager already has a passkey for your account.'
    case 'SecurityError':
    case 'NotSupportedError':
    case 'ConstraintError':
      return unsupported
    default:
      return messageOf(failure)
  }
}
