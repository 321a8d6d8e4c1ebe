/** Access to the chat with the pass of an account, whose minutes have not started. */
export const accountPass = {
  kind: 'pass',
  guestKey: undefined,
  endsAt: null,
  useBy: null,
  repliedAt: null,
  minutes: 30,
} as const

/** Access to the chat with a guest pass, whose minutes have not started. */
export const guestPass = { ...accountPass, guestKey: 'key-1' } as const
