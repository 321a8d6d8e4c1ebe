import { hasValidCheckDigit, testCard, type CardForm, type TestCard } from '../account/cards.ts'

export type FieldErrors = Partial<Record<keyof CardForm, string>>

/** Normalises `1 / 30`, `0130` and `01/2030` to `01/30`. Returns other input unchanged. */
const normaliseExpiry = (typed: string): string => {
  const match = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(typed)
  return match ? `${(match[1] ?? '').padStart(2, '0')}/${match[2] ?? ''}` : typed.trim()
}

/** Reads the form of a hosted page. Missing fields are empty. */
export const readCardForm = (body: string): CardForm => {
  const sent = new URLSearchParams(body)
  const field = (name: string) => (sent.get(name) ?? '').trim()
  return {
    email: field('email'),
    number: field('number').replaceAll(/[\s-]/g, ''),
    expiry: normaliseExpiry(field('expiry')),
    cvc: field('cvc'),
    name: field('name'),
    acceptsTerms: field('terms') !== '',
    vatNumber: field('vatNumber').replaceAll(/[\s-]/g, '').toUpperCase(),
  }
}

const numberError = (number: string): string | undefined => {
  if (number === '') return 'Enter your card number.'
  if (!/^\d+$/.test(number)) return 'Your card number may only contain digits.'
  if (number.length < 14) return 'Your card number is incomplete.'
  return number.length > 19 || !hasValidCheckDigit(number) ? 'Your card number is invalid.' : undefined
}

const expiryError = (expiry: string, now: Date): string | undefined => {
  const match = /^(\d{2})\/(\d{2})$/.exec(expiry)
  if (!match) return "Enter your card's expiry date as month and year, for example 04/30."
  const month = Number(match[1])
  if (month < 1 || month > 12) return "Your card's expiry month is invalid."
  // Cards are valid to the last day of the month.
  const ends = Date.UTC(2000 + Number(match[2]), month, 1)
  return ends <= now.getTime() ? "Your card's expiry date is in the past." : undefined
}

/** Returns the error message of each invalid field. `now` decides whether the card has expired. */
const checkCardForm = (form: CardForm, now: Date): FieldErrors => {
  const errors: FieldErrors = {}
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email))
    errors.email = 'Enter an email address, like name@example.com.'
  const number = numberError(form.number)
  if (number) errors.number = number
  const expiry = expiryError(form.expiry, now)
  if (expiry) errors.expiry = expiry
  if (!/^\d{3,4}$/.test(form.cvc)) errors.cvc = 'Enter the 3 or 4 digits of the security code.'
  if (form.name === '') errors.name = 'Enter the name on the card.'
  return errors
}

const liveCard = 'Your card was declined. Your request was in test mode, but used a non test (live) card.'

/** Checks a form. Returns its field errors, a decline for unknown cards, or the test card. */
export const readCard = (
  form: CardForm,
  now: Date,
): { errors: FieldErrors } | { decline: string } | { card: TestCard } => {
  const errors = checkCardForm(form, now)
  if (Object.keys(errors).length > 0) return { errors }
  const card = testCard(form.number)
  return card ? { card } : { decline: liveCard }
}
