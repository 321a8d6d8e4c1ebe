import { claims, type portraits } from '#shared/values/brand.ts'

export interface Adviser {
  readonly id: string
  readonly role: string
  readonly summary: string
  readonly background: readonly string[]
  readonly expertise: readonly string[]
  /** True for an invented profile, which the page marks as a sample. */
  readonly sample: boolean
  /** The adviser's portrait in the configuration, and the drawing that replaces it. */
  readonly portrait: keyof typeof portraits
}

export const advisers: readonly Adviser[] = [
  {
    id: 'adviser-england',
    role: 'Senior property consultant and mediator',
    summary: 'Advises on deposits and helps to settle disputes without going to court.',
    background: [
      'Has managed lettings portfolios of every size, from one flat to several hundred homes, and has trained letting teams across England.',
      'Mediates between landlords, agents and tenants. The aim is an outcome that everyone can accept and that keeps the case out of court.',
    ],
    expertise: ['Deposit disputes', 'Mediation', 'Property inspections', 'Rent reviews', 'HMO management'],
    sample: true,
    portrait: 'england',
  },
  {
    id: 'adviser-wales',
    role: 'Senior advisor for Wales',
    summary: 'Advises on occupation contracts and the rules that are different in Wales.',
    background: [
      'Has worked in lettings in Wales since before the Renting Homes (Wales) Act and has helped agencies convert their tenancies to occupation contracts.',
      'Writes our guides and templates for Wales and checks that each one says which country it is for.',
    ],
    expertise: [
      'Occupation contracts',
      'Landlord registration and licensing',
      'Possession in Wales',
      'Student accommodation',
    ],
    sample: true,
    portrait: 'wales',
  },
]

/** Invented, like the rest of the sample operator. */
export const credentials = [
  `${claims.yearsExperience} years in lettings`,
  'Trained mediators',
  'England and Wales',
  'Human advisers only',
] as const

export const values = [
  ['Integrity', 'We tell you what we know, what we don’t know, and when you need a solicitor instead.'],
  [
    'Accessibility',
    'Plain English and a real person to talk to, whether you let one room or a thousand homes.',
  ],
  [
    'Excellence',
    'The answers on our FAQ page are dated and say which country they’re for. If we make a mistake, we put it right.',
  ],
] as const
