import { endOf, minutesOf } from '../../../shared/rules/pass.ts'
import { pressPage } from '../../platform/press-page.ts'
import type { HeldPass } from '../pass.repository.ts'

const timeInWords = (time: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  }).format(time)

/** The page that the receipt's link opens: it shows which pass it is about to bring back. */
export const returnPage = ({ root, pass }: HeldPass, token: string): string =>
  pressPage({
    title: 'Bring back your chat pass',
    text: 'Your pass opens the live chat in the browser in which you press the button.',
    facts: [
      ['Live chat', `${minutesOf(pass)} minutes`],
      [pass.startedAt === undefined ? 'To be used until' : 'Runs until', timeInWords(endOf(pass))],
    ],
    action: '/auth/pass',
    fields: { pass: root, token },
    button: 'Use my pass here',
  })
