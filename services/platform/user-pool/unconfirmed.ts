/** The message with which our trigger rejects a sign-in to an unconfirmed address. The pool passes it on. */
export const unconfirmedMessage = 'Email not confirmed'
