import { isDebit, type CardForm } from '../../account/cards.ts'
import type { Account } from '../../account/account.ts'
import { readCard, type FieldErrors } from '../card-form.ts'
import type { Session } from '../../account/objects.ts'
import { requiresTerms } from './consent.ts'
import { submitCard, type Outcome } from './pay.ts'

/** Adds the errors of the fields that only Checkout has. */
const checkAgreement = (session: Session, { acceptsTerms, vatNumber }: CardForm): FieldErrors => ({
  ...(requiresTerms(session) && acceptsTerms !== true
    ? { acceptsTerms: 'Accept the terms to continue.' }
    : {}),
  ...(vatNumber && !/^GB(?:\d{9}|\d{12})$/.test(vatNumber)
    ? { vatNumber: 'Enter a VAT number like GB123456789, or leave it empty.' }
    : {}),
})

/** Submits the hosted form. Returns its field errors or the outcome of the payment. */
export const submit = (
  account: Account,
  session: Session,
  form: CardForm,
): Outcome | { kind: 'invalid'; errors: FieldErrors } => {
  const read = readCard(form, new Date(account.now() * 1000))
  const errors = { ...('errors' in read ? read.errors : {}), ...checkAgreement(session, form) }
  if ('errors' in read || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  if ('decline' in read) return { kind: 'declined', message: read.decline }
  if (isDebit(read.card.behaviour) && !session.payment_method_types.includes('bacs_debit'))
    return { kind: 'declined', message: 'Direct debits are not accepted here.' }
  return submitCard(account, session, form, read.card.behaviour)
}
