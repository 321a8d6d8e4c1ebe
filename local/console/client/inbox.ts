import { callControl } from './request.ts'
import { button, element } from './dom.ts'

interface Email {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
  readonly sentAt: string
}

let selectedId: string | undefined

const preview = (email: Email): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, email.subject),
    element(
      'p',
      { class: 'soft' },
      `To ${email.to} from ${email.from}, ${new Date(email.sentAt).toLocaleString('en-GB')}`,
    ),
    element('iframe', {
      title: 'HTML version of the email',
      src: `/_local/emails/${encodeURIComponent(email.id)}/html`,
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    }),
    element('h3', {}, 'Links'),
    element(
      'ul',
      {},
      ...email.links.map((link) => element('li', {}, element('a', { href: link, target: '_blank' }, link))),
    ),
    element('h3', {}, 'Plain text'),
    element('pre', {}, email.text),
  )

/** Shows all emails that the service sent, newest first. */
export const inbox = async (redraw: () => void): Promise<HTMLElement> => {
  const emails = (await callControl<Email[]>('GET', 'emails')).toReversed()
  if (emails.length === 0)
    return element(
      'section',
      {},
      element('h2', {}, 'Inbox'),
      element('p', {}, 'No emails have been sent yet.'),
    )
  const shown = emails.find(({ id }) => id === selectedId) ?? emails[0]
  const list = emails.map((email) =>
    element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(email === shown),
        click: () => {
          selectedId = email.id
          redraw()
        },
      },
      email.subject,
      element('small', {}, `${email.to}, ${new Date(email.sentAt).toLocaleTimeString('en-GB')}`),
    ),
  )
  const clear = button('Empty the inbox', () => void callControl('DELETE', 'emails').then(redraw))
  return element(
    'div',
    { class: 'split' },
    element('div', { class: 'list' }, ...list, clear),
    shown && preview(shown),
  )
}
