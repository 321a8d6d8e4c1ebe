import { isDebit, type CardForm } from '../cards.ts'
import type { Account } from '../account.ts'
import { readCard, type FieldErrors } from '../hosted/card-form.ts'
import type { Session } from '../wire.ts'
import { attempt, type Outcome } from './pay.ts'

/** One press of the button: fields that are wrong, or what came of the payment. */
export const submit = (
  account: Account,
  session: Session,
  form: CardForm,
): Outcome | { kind: 'invalid'; errors: FieldErrors } => {
  const read = readCard(form, new Date(account.now() * 1000))
  if ('errors' in read) return { kind: 'invalid', errors: read.errors }
  if ('refusal' in read) return { kind: 'declined', message: read.refusal }
  if (isDebit(read.card.behaviour) && !session.payment_method_types.includes('bacs_debit'))
    return { kind: 'declined', message: 'Direct debits are not accepted here.' }
  return attempt(account, session, form, read.card.behaviour)
}
