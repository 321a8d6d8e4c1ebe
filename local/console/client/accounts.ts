import { callControl } from './request.ts'
import { button, copy, element, showMessage, tableOf } from './dom.ts'

interface Account {
  readonly email: string
  readonly description: string
}

/** Time between two updates of a shown code, in milliseconds. */
const codeUpdateMs = 5000

/** Returns the current code of an admin's authenticator app. It updates itself while it is on the page. */
const codeFor = (email: string): HTMLElement => {
  const shown = element('code', {}, '')
  const update = async () => {
    const { code } = await callControl<{ code: string }>(
      'GET',
      `second-factor?email=${encodeURIComponent(email)}`,
    )
    shown.textContent = code
  }
  const timer = setInterval(() => {
    if (shown.isConnected) void update().catch(() => undefined)
    else clearInterval(timer)
  }, codeUpdateMs)
  void update().catch(() => undefined)
  return element(
    'span',
    { class: 'row' },
    shown,
    button('Copy code', () => copy(shown.textContent)),
  )
}

const kinds = ['user', 'monthlyMember', 'annualMember', 'passHolder', 'admin']

const created: Account[] = []

/** Shows the accounts to sign in to, and creates more. */
export const accounts = async (redraw: () => void): Promise<HTMLElement> => {
  const seed = await callControl<{ password: string; accounts: Account[] }>('GET', 'accounts')
  const rows = [...seed.accounts, ...created].map(({ email, description }) => [
    email,
    description,
    description.startsWith('admin') ? codeFor(email) : '',
    button('Copy email address', () => copy(email)),
  ])
  const create = (as: string) => async () => {
    const { email } = await callControl<{ email: string }>('POST', 'given', { as })
    created.push({ email, description: `${as}, created here` })
    showMessage(`Created ${email}`)
    redraw()
  }
  return element(
    'section',
    {},
    element('h2', {}, 'Accounts to sign in to'),
    element(
      'p',
      { class: 'row' },
      element('span', {}, 'Password for all accounts: ', element('code', {}, seed.password)),
      button('Copy password', () => copy(seed.password)),
      element('a', { href: '/login', target: '_blank' }, 'Sign in'),
    ),
    tableOf(['Email', 'Description', 'Authenticator code', ''], rows),
    element('h3', {}, 'Create an account'),
    element('p', { class: 'row' }, ...kinds.map((as) => button(as, () => void create(as)()))),
  )
}
