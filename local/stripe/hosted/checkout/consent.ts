import * as z from 'zod'
import type { Account } from '../../account/account.ts'
import { invalid } from '../../account/errors.ts'
import { flag, oneOf, text } from '../../account/params.ts'
import type { Session } from '../../account/objects.ts'

/** Parameters of the terms that the buyer accepts, and of the VAT number that the buyer may give. */
export const consentParams = {
  consent_collection: z.strictObject({ terms_of_service: oneOf('none', 'required').optional() }).optional(),
  customer_update: z
    .strictObject({ address: oneOf('auto', 'never').optional(), name: oneOf('auto', 'never').optional() })
    .optional(),
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
}

/** Stripe's limit: https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-custom_text. */
const maxCustomText = 1200

export const customTextParams = z.strictObject({
  submit: z.strictObject({ message: text }).optional(),
  terms_of_service_acceptance: z.strictObject({ message: text }).optional(),
})

interface Params {
  readonly consent_collection?: { readonly terms_of_service?: 'none' | 'required' | undefined } | undefined
  readonly custom_text?: z.infer<typeof customTextParams> | undefined
  readonly customer?: string | undefined
  readonly customer_update?: { readonly name?: 'auto' | 'never' | undefined } | undefined
  readonly tax_id_collection?: { readonly enabled: boolean } | undefined
}

/** Rejects the combinations that Stripe rejects. */
export const checkConsent = (account: Account, params: Params): void => {
  const isRequired = params.consent_collection?.terms_of_service === 'required'
  const message = params.custom_text?.terms_of_service_acceptance?.message
  if (isRequired && account.settings.termsUrl === null)
    throw invalid(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information in the Stripe Dashboard https://dashboard.stripe.com/settings/public with a Terms of service URL to collect terms of service consent.',
      'consent_collection[terms_of_service]',
    )
  if (message !== undefined && !isRequired)
    throw invalid(
      '`custom_text.terms_of_service_acceptance` can only be used with `consent_collection.terms_of_service` set to `required`.',
      'custom_text[terms_of_service_acceptance]',
    )
  if (message !== undefined && message.length > maxCustomText)
    throw invalid(
      `Invalid string: must be at most ${maxCustomText} characters`,
      'custom_text[terms_of_service_acceptance][message]',
    )
  if (params.tax_id_collection?.enabled && params.customer && params.customer_update?.name !== 'auto')
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'customer_update[name]',
    )
}

/** Returns the fields of a new session. */
export const consentFieldsOf = ({
  consent_collection: sent,
  custom_text: custom,
  tax_id_collection: tax,
}: Params): Pick<Session, 'consent_collection' | 'custom_text' | 'tax_id_collection'> => ({
  consent_collection: sent
    ? {
        payment_method_reuse_agreement: null,
        promotions: null,
        terms_of_service: sent.terms_of_service ?? null,
      }
    : null,
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: custom?.submit ?? null,
    terms_of_service_acceptance: custom?.terms_of_service_acceptance ?? null,
  },
  tax_id_collection: { enabled: tax?.enabled ?? false, required: 'never' },
})

/** Returns whether the buyer must accept the terms to pay. */
export const requiresTerms = ({ consent_collection: consent }: Session): boolean =>
  consent?.terms_of_service === 'required'
