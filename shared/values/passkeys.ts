/** Passkeys that one account can have. */
export const maxPasskeys = 10

/** Time to answer the browser's passkey dialog, in seconds. The challenge expires after it. */
export const passkeyChallengeSeconds = 5 * 60

export const maxPasskeyNameLength = 60
