/** Precedes the grant in the answer to the pool's challenge. The token of an emailed link contains no colon. */
export const passkeyAnswer = 'passkey:'
