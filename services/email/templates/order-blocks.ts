import type { EmailContentOf } from '#shared/contract/email.ts'
import { dateInWords, dayWithWeekday } from '#shared/rules/london.ts'
import { moneyText } from '#shared/rules/money.ts'
import { brand, disputeProvider } from '#shared/values/brand.ts'
import { characteristics, howToStop, nothingLeft, usedPart } from '#shared/values/order-terms.ts'
import type { Plan } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import type { Block } from './layout.ts'

type Receipt = EmailContentOf<'receipt'>
type Order = NonNullable<Receipt['order']>

const { company } = brand

const heading = (text: string): Block => ({ kind: 'heading', text })
const paragraph = (text: string): Block => ({ kind: 'text', text })
const link = (text: string, url: string): Block => ({ kind: 'link', text, url })

const purchase = (
  plan: Plan,
  { amount_minor, credit_minor = 0, currency }: Receipt,
  { renewal }: Order,
): Block[] => [
  heading('What you bought'),
  paragraph(characteristics[plan]),
  {
    kind: 'details',
    rows: [
      ['Total price, including VAT', moneyText(amount_minor + credit_minor, currency)],
      ...(renewal
        ? ([
            ['Renews on', dateInWords(renewal.at)],
            [`Price of each ${renewal.per} after that`, moneyText(renewal.amount_minor, currency)],
          ] as const)
        : []),
    ],
  },
  ...(renewal ? [heading('How to end your subscription'), paragraph(howToStop)] : []),
]

/** States the right to withdraw (regulations 29 to 36): until when, how, and what is refunded. */
const withdrawal = (plan: Plan, { last_withdrawal_day, start_requested, site_url }: Order): Block[] => [
  heading('Your right to withdraw'),
  paragraph(
    `You can withdraw from this purchase until the end of ${dayWithWeekday(last_withdrawal_day)}, without giving a reason. Use the page below, or tell us in any other clear way, for example by email to ${brand.supportEmail}. You can use the form at the end of this email, but you don’t have to. It’s enough if you send your message before that day ends.`,
  ),
  paragraph(
    start_requested
      ? `You asked us to start at once. If you withdraw, we’ll keep the price of ${usedPart[plan]} and refund the rest. ${nothingLeft}`
      : 'If you withdraw, we refund everything that you paid.',
  ),
  paragraph(
    'We make the refund within 14 days, to the card or account you paid with. It costs you nothing. Your access ends when you withdraw.',
  ),
  { kind: 'button', label: 'Withdraw from this purchase', url: `${site_url}${paths.withdraw}` },
]

const trader = ({ site_url }: Order): Block[] => [
  heading('Who we are'),
  {
    kind: 'details',
    rows: [
      ['Trader', brand.legalName],
      ['Registered office', company.registeredOffice],
      ['Company number', `${company.number}, ${company.registeredIn}`],
      ['VAT number', company.vatNumber],
      ['Email', brand.supportEmail],
    ],
  },
  ...(company.sample ? [paragraph('These details are samples.')] : []),
  paragraph('If something is wrong, please email us.'),
  link('How we handle complaints', `${site_url}${paths.complaints}`),
  disputeProvider === undefined
    ? paragraph('We don’t use an alternative dispute resolution provider.')
    : link(`You can also turn to ${disputeProvider.name}`, disputeProvider.url),
  link('The terms that you accepted', `${site_url}${paths.terms}`),
]

/** The model withdrawal form: Schedule 3, part B. */
const modelForm = (plan: Plan, { paid_at }: Receipt): Block[] => [
  heading('Model withdrawal form'),
  {
    kind: 'quote',
    text: `To ${brand.legalName}, ${company.registeredOffice}, ${brand.supportEmail}:
I hereby give notice that I cancel my contract for the supply of the following service: ${plan === 'one-time' ? 'live chat pass' : `${plan} subscription`}.
Ordered on: ${dateInWords(paid_at)}
Name of consumer:
Address of consumer:
Signature of consumer (only if this form is notified on paper):
Date:`,
  },
]

/** Confirms an order on a durable medium, with the information of Schedule 2 and the form of Schedule 3. */
export const orderBlocks = (receipt: Receipt): Block[] => {
  const { order, plan } = receipt
  if (order === undefined || plan === null) return []
  return [
    ...purchase(plan, receipt, order),
    ...withdrawal(plan, order),
    ...trader(order),
    ...modelForm(plan, receipt),
  ]
}
