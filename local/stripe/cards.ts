/** What a card does when it is charged. */
export type CardBehaviour = 'ok' | 'decline' | 'insufficient' | 'authenticate' | Debit

/** A number that stands for a direct debit: whether it is paid shows days later. */
export type Debit = 'debit' | 'failingDebit'

export const isDebit = (behaviour: CardBehaviour): behaviour is Debit =>
  behaviour === 'debit' || behaviour === 'failingDebit'

/** What a person types on the hosted page. */
export interface CardForm {
  readonly email: string
  readonly number: string
  /** `MM/YY`. */
  readonly expiry: string
  readonly cvc: string
  readonly name: string
}

export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly behaviour: CardBehaviour
  /** What becomes of a payment with it. */
  readonly says: string
  /** What becomes of saving it for later; nothing is charged then. */
  readonly saved: 'ok' | 'decline' | 'authenticate'
}

/** From https://docs.stripe.com/testing; the debits' numbers are the stand-in's own. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'ok', says: 'is paid', saved: 'ok' },
  { number: '4000000000000002', brand: 'visa', behaviour: 'decline', says: 'is declined', saved: 'decline' },
  {
    number: '4000000000009995',
    brand: 'visa',
    behaviour: 'insufficient',
    says: 'has insufficient funds',
    saved: 'decline',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behaviour: 'authenticate',
    says: 'asks for authentication',
    saved: 'authenticate',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    behaviour: 'decline',
    says: 'can be saved, and is declined when it is charged',
    saved: 'ok',
  },
  {
    number: '9000000000000019',
    brand: 'unknown',
    behaviour: 'debit',
    says: 'stands for a direct debit that is paid after three days',
    saved: 'decline',
  },
  {
    number: '9000000000000027',
    brand: 'unknown',
    behaviour: 'failingDebit',
    says: 'stands for a direct debit that fails after three days',
    saved: 'decline',
  },
]

/** The test card with a number, spaces apart. */
export const testCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number.replaceAll(' ', ''))

/** The first test card that behaves like this. */
export const cardThat = (behaviour: CardBehaviour): TestCard => {
  const card = testCards.find((one) => one.behaviour === behaviour)
  if (!card) throw new Error(`No test card behaves like ${behaviour}`)
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

/** Why a charge without the cardholder present fails, or undefined when it succeeds. */
export const declineOf = (behaviour: CardBehaviour): Decline | undefined =>
  behaviour === 'ok' || isDebit(behaviour) ? undefined : declines[behaviour]

/** Luhn's check digit, ISO/IEC 7812-1. */
export const passesLuhn = (number: string): boolean => {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
