import { ask } from './ask.ts'
import { button, copy, element, notice, tableOf } from './dom.ts'

interface Person {
  readonly email: string
  readonly description: string
}

const kinds = ['user', 'monthlyMember', 'annualMember', 'passHolder', 'admin']

const made: Person[] = []

/** People to sign in as, and a way to make more of them. */
export const people = async (redraw: () => void): Promise<HTMLElement> => {
  const seed = await ask<{ password: string; people: Person[] }>('GET', 'people')
  const rows = [...seed.people, ...made].map(({ email, description }) => [
    email,
    description,
    button('Copy address', () => copy(email)),
  ])
  const make = (as: string) => async () => {
    const { email } = await ask<{ email: string }>('POST', 'given', { as })
    made.push({ email, description: `${as}, made here` })
    notice(`${email} can sign in`)
    redraw()
  }
  return element(
    'section',
    {},
    element('h2', {}, 'People to sign in as'),
    element(
      'p',
      { class: 'row' },
      element('span', {}, 'Everybody’s password: ', element('code', {}, seed.password)),
      button('Copy password', () => copy(seed.password)),
      element('a', { href: '/login', target: '_blank' }, 'Sign in'),
    ),
    tableOf(['Address', 'Who', ''], rows),
    element('h3', {}, 'Make somebody new'),
    element('p', { class: 'row' }, ...kinds.map((as) => button(as, () => void make(as)()))),
  )
}
