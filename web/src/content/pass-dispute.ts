/** Explains that a pass gives no access while its payment is disputed, and what its holder can do. */
export const passDispute = {
  title: 'The payment for your pass is disputed',
  text: 'You can’t use the pass until your bank has decided, and we’ll email you then. If the payment was correct, ask your bank to withdraw the dispute: you don’t need to pay again.',
} as const
