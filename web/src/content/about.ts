import { claims } from '../../../shared/values/brand.ts'
import type { DoorColour } from '../ui/door.tsx'

export interface Advisor {
  readonly id: string
  readonly role: string
  readonly summary: string
  readonly background: readonly string[]
  readonly expertise: readonly string[]
  /** Invented, to show where the operator's own people will stand. */
  readonly sample: boolean
  readonly door: DoorColour
  readonly number: string
}

export const advisors: readonly Advisor[] = [
  {
    id: 'advisor-england',
    role: 'Senior property consultant and mediator',
    summary: 'Deposits, disputes and everything that is better settled than fought.',
    background: [
      'Has managed lettings portfolios of every size, from one flat to several hundred homes, and has trained letting teams across England.',
      'Mediates between landlords, agents and tenants, with the aim of an outcome that all sides can live with and that nobody has to take to court.',
    ],
    expertise: ['Deposit disputes', 'Mediation', 'Property inspections', 'Rent reviews', 'HMO management'],
    sample: true,
    door: 'pricing',
    number: '12',
  },
  {
    id: 'advisor-wales',
    role: 'Senior advisor for Wales',
    summary: 'Occupation contracts and the rules that differ west of the border.',
    background: [
      'Has worked in lettings in Wales since before the Renting Homes (Wales) Act and has helped agencies to move their tenancies over to occupation contracts.',
      'Writes our guides and templates for Wales and checks that each one says which country it is for.',
    ],
    expertise: [
      'Occupation contracts',
      'Landlord registration and licensing',
      'Possession in Wales',
      'Student accommodation',
    ],
    sample: true,
    door: 'library',
    number: '14',
  },
]

/** Invented with the rest of the sample operator. */
export const credentials = [
  `${claims.yearsExperience} years in lettings`,
  'Trained mediators',
  'England and Wales',
  'Human advisers only',
] as const

export const values = [
  ['Integrity', 'We say what we know, what we do not know, and when you need a solicitor instead of us.'],
  [
    'Accessibility',
    'Plain words, a fair price and a person who answers, whether you let one room or a thousand homes.',
  ],
  ['Excellence', 'Advice that is current, dated and right for your country. When we err, we put it right.'],
] as const
