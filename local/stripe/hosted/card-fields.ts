import type { CardForm } from '../account/cards.ts'
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

/** The form's previous values and errors. */
export interface CardState {
  readonly form?: CardForm
  readonly errors?: FieldErrors
  /** Reason for the decline. */
  readonly decline?: string
}

/** Returns the message above a form that is shown again. */
export const messageOf = ({ errors = {}, decline }: CardState): string | undefined =>
  decline ?? (Object.keys(errors).length > 0 ? 'Please check the fields marked below.' : undefined)

// The message gets the focus, so that screen readers read it and small screens scroll to it.
export const alertOf = (message: string | undefined): Html | null =>
  message === undefined ? null : html`<p class="alert" role="alert" tabindex="-1" autofocus>${message}</p>`

/** Renders the fields of a card. A known email address is read-only. */
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

/** Renders the list of test cards and their outcomes. */
export const cardList = (cards: readonly { number: string; outcome: string }[]): Html =>
  html` <details>
    <summary>Test cards</summary>
    <dl>
      ${cards.map(
        (card) =>
          html`<dt>${card.number}</dt>
            <dd>${card.outcome}</dd>`,
      )}
    </dl>
    <p class="small">Any expiry date in the future, any security code, any name.</p>
  </details>`
