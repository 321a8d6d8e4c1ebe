import type { Step } from './step-kinds.ts'

/** Sequences that always run, because random ones rarely span years of renewals and reminders. */
export const yearLongExamples: [Step[]][] = [
  [
    [
      { do: 'buy', user: 'ana', plan: 'annual' },
      { do: 'pay', nth: 0, card: 'ok' },
      { do: 'buy', user: 'ben', plan: 'monthly' },
      { do: 'pay', nth: 0, card: 'ok' },
      { do: 'advance', days: 12 },
      { do: 'withdraw', user: 'ben', nth: 0 },
      { do: 'advance', days: 360 },
      { do: 'withdraw', user: 'ana', nth: 0 },
      { do: 'cancel', user: 'ana' },
    ],
  ],
  [
    [
      { do: 'buy', user: 'ana', plan: 'annual' },
      { do: 'pay', nth: 0, card: 'ok' },
      { do: 'change-plan', user: 'ana', plan: 'monthly', card: 'ok' },
      { do: 'guest-buy', nth: undefined },
      { do: 'pay', nth: 0, card: 'ok' },
      { do: 'advance', days: 5 },
      { do: 'guest-withdraw', nth: 0 },
      { do: 'advance', days: 395 },
    ],
  ],
]

/** Stripe fails after this many requests of the run that undoes a duplicate: before and after its cancellation. */
const failuresOfUndoing = [0, 4, 5, 6, 7]

/** Sequences with a duplicate subscription, which a few dozen random ones may not contain. */
export const duplicateExamples: [Step[]][] = failuresOfUndoing.map((after) => [
  [
    { do: 'buy', user: 'ana', plan: 'monthly' },
    { do: 'pay', nth: 0, card: 'ok' },
    { do: 'verify', user: 'ana', nth: 0 },
    { do: 'start-duplicate', user: 'ana' },
    { do: 'stripe-fails', after, step: { do: 'verify', user: 'ana', nth: 0 } },
  ],
])

const memberSteps: Step[] = [
  { do: 'buy', user: 'ana', plan: 'monthly' },
  { do: 'pay', nth: 0, card: 'ok' },
  { do: 'verify', user: 'ana', nth: 0 },
]

/**
 * Sequences in which a slow sync wants to write a change after another sync has written another state, or has found the
 * former state already recorded.
 */
export const overlapExamples: [Step[]][] = [
  [
    [
      ...memberSteps,
      { do: 'portal-cancel', user: 'ana' },
      { do: 'overlap', user: 'ana', step: { do: 'withdraw', user: 'ana', nth: 0 } },
    ],
  ],
  [
    [
      ...memberSteps,
      { do: 'portal-cancel', user: 'ana' },
      { do: 'overlap', user: 'ana', step: { do: 'resume', user: 'ana' } },
    ],
  ],
  // The events of the payment arrive several times at the same moment.
  [
    [
      { do: 'buy', user: 'ana', plan: 'monthly' },
      { do: 'pay', nth: 0, card: 'ok' },
      ...[0, 0, 0, 0].map((nth) => ({ do: 'deliver', nth, copies: 3 }) as const),
    ],
  ],
]

const monthLater: Step[] = [...memberSteps, { do: 'advance', days: 35 }]

/** Sequences in which a payment of an earlier month is disputed, or an invoice is paid after the retries are over. */
export const lateOutcomeExamples: [Step[]][] = [
  [[...monthLater, { do: 'dispute-invoice', nth: 1, outcome: 'lost' }, { do: 'advance', days: 10 }]],
  [
    [
      ...monthLater,
      { do: 'dispute-invoice', nth: 1, outcome: 'open' },
      { do: 'advance', days: 40 },
      { do: 'dispute-invoice', nth: 1, outcome: 'won' },
      { do: 'advance', days: 40 },
    ],
  ],
  [
    [
      ...monthLater,
      { do: 'dispute-invoice', nth: 0, outcome: 'open' },
      { do: 'dispute-invoice', nth: 1, outcome: 'open' },
      { do: 'advance', days: 2 },
      { do: 'dispute-invoice', nth: 0, outcome: 'won' },
      { do: 'advance', days: 2 },
    ],
  ],
  // The dispute of a late payment is still open when the time that it bought would be over.
  [
    [
      ...memberSteps,
      { do: 'stop-paying', user: 'ana', paysLate: true, afterRetries: 'canceled', isOffline: false },
      { do: 'dispute-invoice', nth: 0, outcome: 'open' },
      { do: 'advance', days: 60 },
    ],
  ],
  ...([true, false].map((isOffline) => [
    [
      ...memberSteps,
      { do: 'stop-paying', user: 'ana', paysLate: true, afterRetries: 'unpaid', isOffline },
      { do: 'advance', days: 9 },
    ],
  ]) satisfies [Step[]][]),
  // The payment for an upgrade is reversed. Part of the year was paid with the rest of the month.
  ...(
    [
      { do: 'refund-invoice', nth: 0, amount: undefined },
      { do: 'dispute-invoice', nth: 0, outcome: 'lost' },
    ] as const
  ).map((reversal): [Step[]] => [
    [
      ...memberSteps,
      { do: 'advance', days: 5 },
      { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' },
      reversal,
      { do: 'advance', days: 1 },
    ],
  ]),
  // The bank confirms the payment of a pass after its buyer has deleted the account.
  [
    [
      { do: 'buy', user: 'ana', plan: 'one-time' },
      { do: 'pay', nth: 0, card: 'debit' },
      { do: 'delete-account', user: 'ana' },
      { do: 'advance', days: 9 },
    ],
  ],
  // The first payment of a duplicate is a direct debit.
  [
    [
      ...memberSteps,
      { do: 'advance', days: 1 },
      { do: 'card', user: 'ana', card: 'debit' },
      { do: 'start-duplicate', user: 'ana' },
      { do: 'advance', days: 9 },
    ],
  ],
]

/** Sequences with what staff do in Stripe's dashboard within the withdrawal period. */
export const staffExamples: [Step[]][] = [
  // Staff end the subscription, and the buyer withdraws days later.
  [
    [
      ...memberSteps,
      { do: 'advance', days: 3 },
      { do: 'staff-end', user: 'ana' },
      { do: 'advance', days: 4 },
      { do: 'withdraw', user: 'ana', nth: 0 },
      { do: 'advance', days: 40 },
    ],
  ],
  // Staff refund a part between the two refunds of a withdrawal.
  [
    [
      ...memberSteps,
      { do: 'advance', days: 3 },
      { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' },
      { do: 'advance', days: 1 },
      { do: 'kill', moment: 'before', step: { do: 'withdraw', user: 'ana', nth: 0 } },
      { do: 'refund-invoice', nth: 0, amount: 1000 },
      { do: 'advance', days: 9 },
    ],
  ],
]

/** Sequences in which credit pays for what is undone. */
export const creditExamples: [Step[]][] = [
  // A second subscription.
  [
    [
      ...memberSteps,
      { do: 'advance', days: 1 },
      { do: 'give-credit', user: 'ana', amount: 3000 },
      { do: 'start-duplicate', user: 'ana' },
      { do: 'advance', days: 3 },
    ],
  ],
  // A month, and the upgrade that staff refund in full.
  [
    [
      ...memberSteps,
      { do: 'give-credit', user: 'ana', amount: 3000 },
      { do: 'advance', days: 32 },
      { do: 'give-credit', user: 'ana', amount: 7000 },
      { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' },
      { do: 'refund-invoice', nth: 0, amount: undefined },
      { do: 'advance', days: 3 },
    ],
  ],
  // An upgrade that staff refund in full after they have ended the subscription.
  [
    [
      ...memberSteps,
      { do: 'give-credit', user: 'ana', amount: 3000 },
      { do: 'advance', days: 10 },
      { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' },
      { do: 'staff-end', user: 'ana' },
      { do: 'refund-invoice', nth: 0, amount: undefined },
      { do: 'advance', days: 3 },
    ],
  ],
  // An upgrade that staff refund in full while the bank disputes the month before, which we win.
  [
    [
      ...memberSteps,
      { do: 'advance', days: 10 },
      { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' },
      { do: 'dispute-invoice', nth: 1, outcome: 'open' },
      { do: 'advance', days: 1 },
      { do: 'refund-invoice', nth: 0, amount: undefined },
      { do: 'advance', days: 40 },
      { do: 'dispute-invoice', nth: 1, outcome: 'won' },
    ],
  ],
]
