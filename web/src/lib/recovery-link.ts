let kept: URLSearchParams | undefined

/** Keeps the parameters of a recovery link for the reset page, in memory only. */
export const keepRecoveryLink = (params: URLSearchParams | undefined): void => {
  kept = params
}

/** Returns the parameters of the recovery link that led here. */
export const keptRecoveryLink = (): URLSearchParams | undefined => kept
