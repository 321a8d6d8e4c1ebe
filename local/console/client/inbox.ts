import { ask } from './ask.ts'
import { button, element } from './dom.ts'

interface Mail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
  readonly sentAt: string
}

let chosen: string | undefined

const preview = (mail: Mail): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, mail.subject),
    element(
      'p',
      { class: 'soft' },
      `To ${mail.to} from ${mail.from}, ${new Date(mail.sentAt).toLocaleString('en-GB')}`,
    ),
    element('iframe', {
      title: 'The mail as it looks',
      src: `/_local/emails/${encodeURIComponent(mail.id)}/html`,
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    }),
    element('h3', {}, 'Links'),
    element(
      'ul',
      {},
      ...mail.links.map((link) => element('li', {}, element('a', { href: link, target: '_blank' }, link))),
    ),
    element('h3', {}, 'As text'),
    element('pre', {}, mail.text),
  )

/** All mail that the service sent, newest first. */
export const inbox = async (redraw: () => void): Promise<HTMLElement> => {
  const mails = (await ask<Mail[]>('GET', 'emails')).toReversed()
  if (mails.length === 0)
    return element('section', {}, element('h2', {}, 'Inbox'), element('p', {}, 'Nothing has been sent yet.'))
  const shown = mails.find(({ id }) => id === chosen) ?? mails[0]
  const list = mails.map((mail) =>
    element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(mail === shown),
        click: () => {
          chosen = mail.id
          redraw()
        },
      },
      mail.subject,
      element('small', {}, `${mail.to}, ${new Date(mail.sentAt).toLocaleTimeString('en-GB')}`),
    ),
  )
  const clear = button('Empty the inbox', () => void ask('DELETE', 'emails').then(redraw))
  return element(
    'div',
    { class: 'split' },
    element('div', { class: 'list' }, ...list, clear),
    shown && preview(shown),
  )
}
