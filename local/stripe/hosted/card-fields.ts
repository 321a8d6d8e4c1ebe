import type { CardForm } from '../cards.ts'
import type { FieldErrors } from './card-form.ts'
import { html, type Html } from './html.ts'

interface Field {
  readonly name: keyof CardForm
  readonly label: string
  readonly autocomplete: string
  readonly type?: string
  readonly hint?: string
  readonly numeric?: boolean
  readonly readOnly?: boolean
}

const fieldOf = (field: Field, value: string, error: string | undefined): Html => {
  const described = [field.hint && `${field.name}-hint`, error && `${field.name}-error`]
    .filter(Boolean)
    .join(' ')
  return html` <div>
    <label for="${field.name}">${field.label}</label>
    ${field.hint ? html`<p class="hint" id="${field.name}-hint">${field.hint}</p>` : null}
    <input
      id="${field.name}"
      name="${field.name}"
      type="${field.type ?? 'text'}"
      value="${value}"
      autocomplete="${field.autocomplete}"
      required
      ${field.numeric ? html`inputmode="numeric"` : null}
      ${field.readOnly ? html`readonly` : null}
      ${described ? html`aria-describedby="${described}"` : null}
      ${error ? html`aria-invalid="true"` : null}
    />
    ${error ? html`<p class="wrong" id="${field.name}-error">${error}</p>` : null}
  </div>`
}

/** What the form shows: what was typed before, and what was wrong with it. */
export interface CardState {
  readonly form?: CardForm
  readonly errors?: FieldErrors
  /** Why the card was refused. */
  readonly refusal?: string
}

/** The one sentence above a form that came back. */
export const messageOf = ({ errors = {}, refusal }: CardState): string | undefined =>
  refusal ?? (Object.keys(errors).length > 0 ? 'Please check the fields marked below.' : undefined)

// It takes the focus, so that it is read out and in view on a small screen, where it stands below the fold.
export const alertOf = (message: string | undefined): Html | null =>
  message === undefined ? null : html`<p class="alert" role="alert" tabindex="-1" autofocus>${message}</p>`

/** The fields of a card; an address that is known already can be read but not changed. */
export const cardFields = (knownEmail: string, { form, errors = {} }: CardState): Html => {
  const field = (definition: Field, value: string) => fieldOf(definition, value, errors[definition.name])
  const email: Field = {
    name: 'email',
    label: 'Email',
    autocomplete: 'email',
    type: 'email',
    readOnly: knownEmail !== '',
  }
  return html` ${field(email, knownEmail || (form?.email ?? ''))}
    ${field({ name: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true }, form?.number ?? '')}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', hint: 'MM/YY' }, form?.expiry ?? '')}
      ${field({ name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', hint: '3 or 4 digits', numeric: true }, '')}
    </div>
    ${field({ name: 'name', label: 'Name on card', autocomplete: 'cc-name' }, form?.name ?? '')}`
}

/** The numbers that work here, with what becomes of each. */
export const cardList = (cards: readonly { number: string; says: string }[]): Html =>
  html` <details>
    <summary>Test cards</summary>
    <dl>
      ${cards.map(
        (card) =>
          html`<dt>${card.number}</dt>
            <dd>${card.says}</dd>`,
      )}
    </dl>
    <p class="small">Any expiry date in the future, any security code, any name.</p>
  </details>`
