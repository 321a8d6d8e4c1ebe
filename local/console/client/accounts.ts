import { callControl } from './request.ts'
import { button, copy, element, showMessage, tableOf } from './dom.ts'

interface Account {
  readonly email: string
  readonly description: string
}

const kinds = ['user', 'monthlyMember', 'annualMember', 'passHolder', 'admin']

const created: Account[] = []

/** Shows the accounts to sign in to, and creates more. */
export const accounts = async (redraw: () => void): Promise<HTMLElement> => {
  const seed = await callControl<{ password: string; accounts: Account[] }>('GET', 'accounts')
  const rows = [...seed.accounts, ...created].map(({ email, description }) => [
    email,
    description,
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
    tableOf(['Email', 'Description', ''], rows),
    element('h3', {}, 'Create an account'),
    element('p', { class: 'row' }, ...kinds.map((as) => button(as, () => void create(as)()))),
  )
}
