import { sharedSignUpLimit } from '#shared/contract/identity.ts'
import { accessChecks, callsIn, isCounted, journeys } from './journeys.ts'
import { limits } from './limits.ts'
import { type Price, type PriceName, priceOf, prices, pricesDate } from './prices.ts'
import { costOf, useOfCall, useOfJourney, useOfMonth } from './use.ts'

const sizes = [1000, 100_000, 10_000_000] as const

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const dollars = (value: number) => (value < 10 ? value.toFixed(2) : whole(value))
const rounded = (value: number) => whole(Number(value.toPrecision(2)))

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const operations = [...new Set(journeys.flatMap((journey) => Object.keys(journey.operations)))].toSorted()

const callTable = (): string =>
  table(
    [
      'operation',
      'reads',
      'read units',
      'write units',
      'user pool',
      'Stripe',
      'round trips',
      'USD per million calls',
    ],
    operations.map((name) => {
      const { reads, writeUnits, pool, stripe = 0, rounds } = callsIn(name)
      const use = useOfCall(name)
      const cost = 1e6 * costOf(use, { isWholeMonth: false })
      return [
        isCounted(name) ? name : `${name} (estimated)`,
        ...[reads, use.readUnits ?? 0, writeUnits, pool, stripe, rounds].map(String),
        cost.toFixed(2),
      ]
    }),
  )

const journeyTable = (): string =>
  table(
    ['journey', 'per member and month', 'calls', 'USD per thousand'],
    journeys.map((journey) => [
      journey.name,
      String(journey.perMonth),
      String(Object.values(journey.operations).reduce((sum, times) => sum + times, 0)),
      (1000 * costOf(useOfJourney(journey), { isWholeMonth: false })).toFixed(3),
    ]),
  )

const monthTable = (): string => {
  const names = Object.keys(prices) as PriceName[]
  const uses = sizes.map(useOfMonth)
  return table(
    ['USD a month', ...sizes.map((members) => `${whole(members)} members`)],
    [
      ...names.map((name) => [
        prices[name].what,
        ...uses.map((use) => dollars(priceOf(name, use[name] ?? 0))),
      ]),
      ['**total**', ...uses.map((use) => `**${dollars(costOf(use, { isWholeMonth: true }))}**`)],
      [
        'per member',
        ...uses.map((use, at) => (costOf(use, { isWholeMonth: true }) / (sizes[at] ?? 1)).toFixed(4)),
      ],
    ],
  )
}

const limitTable = (): string =>
  table(
    ['limit', 'members', 'change'],
    limits.map(({ what, members, change }) => [what, rounded(members), change]),
  )

const priceTable = (): string =>
  table(
    ['price', 'USD', 'per', 'free each month', 'source', 'verified'],
    Object.values(prices).map(({ what, usd, per, unit, free, source }: Price) => [
      what,
      String(usd),
      `${whole(per)} ${unit}`,
      free === undefined ? '' : whole(free),
      source,
      'no',
    ]),
  )

const hoursOfMonth = 730

/** US dollars a month for the pool users of this many sign-ups in every hour. */
const signUpCost = (anHour: number): string => whole(priceOf('activeUsers', anHour * hoursOfMonth))

/** Returns docs/scale.md. */
export const scalePage = (): string => `# Cost and limits

Calculated by \`npm run bench -- --scale\` from the calls of each operation, assumed journeys and list prices of ${pricesDate}. **No price was compared with the provider's page.** Fees of Stripe and of the chat provider, taxes and support are not included. Change \`bin/tasks/costs/\` and run the command again.

## A month

${monthTable()}

Above its free amount, Cognito is most of the cost. It charges for a user who signs in or refreshes a session in the month, so sessions in our own table would cost almost nothing. That is worth building from about 100,000 members. From there on, everything else costs less than 0.01 USD per member.

## An attack by sign-ups

Each pending sign-up is a user of the pool ([decision 021](decisions/021-one-pool-user-per-sign-up.md)), and each counts as active in its month. Someone who uses up the shared limit of \`sign-up\` (${whole(sharedSignUpLimit.max)} an hour) in every hour of a month costs ${signUpCost(sharedSignUpLimit.max)} USD for Cognito, without the alarm SharedLimitsExceeded. With many networks, up to ${whole(sharedSignUpLimit.beyond.max)} an hour are accepted, which raises that alarm: ${signUpCost(sharedSignUpLimit.beyond.max)} USD a month if nobody acts. The budget alert follows within a day.

## The first limits

${limitTable()}

- **1,000 members**: no limit is near. Before the launch, ask SES for production access: new accounts may send 200 emails a day.
- **100,000 members**: old chats are deleted later than promised, the nightly reconciliation needs slightly more than its 15 minutes, the tickets of the busiest hour reach their shared limit, the run that announces renewals takes almost its 14 minutes, and the library email takes three runs if all members ask for it.
- **10 million members**: all limits above are exceeded. Apart from the library, the table needs no change: its partitions are per account.

The limits of an hour or a second assume that the busiest hour has a hundredth of a month's calls.

## Calls

Reads and write units of an accepted request with small items (the library: 1,000 files), without the first request of a new function instance. \`test/calls/calls.test.ts\` counts them with the deployed handlers: one read finds the account and its access, no read is repeated, and a list makes as many calls for five items as for two. Rate limits are counted one after the other, because a request that one of them rejects must not use up the next.

${callTable()}

${journeyTable()}

While a member's chat is loaded, every page checks the access (\`get-access\`) at a message, if the last check is older than five minutes, and when the member returns to the tab ([chat.md](chat.md#in-the-browser)). Assumed for a chat of half an hour: ${accessChecks.atMessages} checks at messages and ${accessChecks.atReturns} at returns. Holders of passes are not members and not included: until the adviser's first reply, their page checks the pass every 30 seconds.

## Prices

${priceTable()}
`
