import { dateInWords, londonTimeInWords } from '#shared/rules/london.ts'
import { endOf, minutesOf } from '#shared/rules/pass.ts'
import { lastWithdrawalDay, withdrawablePurchasesOf } from '#shared/rules/withdrawal.ts'
import * as paths from '#shared/values/site-map.ts'
import { renderConfirmationPage } from '#platform/confirmation-page.ts'
import type { StoredPass } from '../pass.repository.ts'

/** Renders the page that the link in the pass email opens. It shows which pass the button restores. */
export const restorePage = ({ firstSessionId, pass }: StoredPass, token: string): string =>
  renderConfirmationPage({
    title: 'Restore your chat pass',
    text: 'Press the button to use your live chat pass in this browser.',
    facts: [
      ['Live chat', `${minutesOf(pass)} minutes`],
      [pass.startedAt === undefined ? 'Use it by' : 'Ends at', londonTimeInWords(endOf(pass).toISOString())],
    ],
    action: paths.restorePass,
    fields: { pass: firstSessionId, token },
    button: 'Use my pass here',
  })

/** Renders the confirmation page for a pass that is over but can still be withdrawn from. */
export const withdrawPage = ({ firstSessionId, pass }: StoredPass, token: string, now: Date): string => {
  const days = withdrawablePurchasesOf(pass, now).map(({ paidAt }) => lastWithdrawalDay(new Date(paidAt)))
  return renderConfirmationPage({
    title: 'Withdraw from your chat pass',
    text: 'Your chat pass is over, but you may still be able to withdraw from it. Press the button to see whether you would get a refund, and how much.',
    facts: [['You can withdraw until', dateInWords(`${days.toSorted().at(-1)}T12:00:00Z`)]],
    action: paths.restorePass,
    fields: { pass: firstSessionId, token },
    button: 'Show my refund',
  })
}
