/** Behaviour of a test card when it is charged. */
export type CardBehaviour = 'ok' | 'decline' | 'insufficient' | 'authenticate' | Debit

/** A card number that represents a direct debit, which succeeds or fails days later. */
export type Debit = 'debit' | 'failingDebit'

export const isDebit = (behaviour: CardBehaviour): behaviour is Debit =>
  behaviour === 'debit' || behaviour === 'failingDebit'

/** The fields of the hosted card form. */
export interface CardForm {
  readonly email: string
  readonly number: string
  /** `MM/YY`. */
  readonly expiry: string
  readonly cvc: string
  readonly name: string
  /** True if the buyer accepts the terms. Only Checkout asks. */
  readonly acceptsTerms?: boolean
  /** The buyer's VAT number. Only Checkout asks, and it may be empty. */
  readonly vatNumber?: string
}

export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly behaviour: CardBehaviour
  /** Outcome of a payment, as shown on the hosted page. */
  readonly outcome: string
  /** Outcome of saving the card without a charge. */
  readonly onSave: 'ok' | 'decline' | 'authenticate'
}

/** From https://docs.stripe.com/testing; the numbers for direct debits exist only in this emulator. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'ok', outcome: 'is paid', onSave: 'ok' },
  {
    number: '4000000000000002',
    brand: 'visa',
    behaviour: 'decline',
    outcome: 'is declined',
    onSave: 'decline',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    behaviour: 'insufficient',
    outcome: 'has insufficient funds',
    onSave: 'decline',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behaviour: 'authenticate',
    outcome: 'requires authentication',
    onSave: 'authenticate',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    behaviour: 'decline',
    outcome: 'can be saved, but is declined when charged',
    onSave: 'ok',
  },
  {
    number: '9000000000000019',
    brand: 'unknown',
    behaviour: 'debit',
    outcome: 'represents a direct debit that succeeds after three days',
    onSave: 'decline',
  },
  {
    number: '9000000000000027',
    brand: 'unknown',
    behaviour: 'failingDebit',
    outcome: 'represents a direct debit that fails after three days',
    onSave: 'decline',
  },
]

/** Finds a test card by its number, ignoring spaces. */
export const testCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number.replaceAll(' ', ''))

/** Returns the first test card with a behaviour. */
export const testCardWith = (behaviour: CardBehaviour): TestCard => {
  const card = testCards.find((one) => one.behaviour === behaviour)
  if (!card) throw new Error(`No test card has the behaviour ${behaviour}`)
  return card
}

export const isCardBehaviour = (value: string): value is CardBehaviour =>
  testCards.some((card) => card.behaviour === value)

export interface Decline {
  readonly code: string
  readonly declineCode: string
  readonly message: string
}

const declines: Readonly<Record<Exclude<CardBehaviour, 'ok' | Debit>, Decline>> = {
  decline: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficient: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  authenticate: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

/** Returns why an off-session charge fails, or undefined if it succeeds. */
export const declineOf = (behaviour: CardBehaviour): Decline | undefined =>
  behaviour === 'ok' || isDebit(behaviour) ? undefined : declines[behaviour]

/** Checks the Luhn check digit: ISO/IEC 7812-1. */
export const hasValidCheckDigit = (number: string): boolean => {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
