import { isDebit, type CardForm } from '../../cards.ts'
import type { Account } from '../../account.ts'
import { readCard, type FieldErrors } from '../card-form.ts'
import type { Session } from '../../objects.ts'
import { submitCard, type Outcome } from './pay.ts'

/** Submits the hosted form. Returns its field errors or the outcome of the payment. */
export const submit = (
  account: Account,
  session: Session,
  form: CardForm,
): Outcome | { kind: 'invalid'; errors: FieldErrors } => {
  const read = readCard(form, new Date(account.now() * 1000))
  if ('errors' in read) return { kind: 'invalid', errors: read.errors }
  if ('decline' in read) return { kind: 'declined', message: read.decline }
  if (isDebit(read.card.behaviour) && !session.payment_method_types.includes('bacs_debit'))
    return { kind: 'declined', message: 'Direct debits are not accepted here.' }
  return submitCard(account, session, form, read.card.behaviour)
}
