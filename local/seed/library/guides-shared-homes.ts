import type { Entry } from './entry.ts'
import { both } from './facts.ts'

/** Guides on shared homes and on rent to rent. */
export const guidesForSharedHomes: readonly Entry[] = [
  {
    file: 'HMO licensing – the first questions.pdf',
    description: 'Which shared homes need a licence, and what a council checks before it grants one.',
    facts: both('shared-homes', { reviewBy: '2026-07-31' }),
    sections: [
      {
        heading: 'Is it a house in multiple occupation?',
        text: [
          'As a rule, yes, if three or more people who form more than one household share a kitchen, a bathroom or a toilet. Couples and relatives count as one household; friends do not.',
          'Five or more people in two or more households need a licence everywhere in England and Wales where the home is of the prescribed kind. Many councils also require one for smaller homes. Their own register shows which streets.',
        ],
      },
      {
        heading: 'What the council checks',
        text: [
          '- Are the licence holder and the manager fit and proper persons?',
          '- How many people are the rooms, kitchens and bathrooms suitable for?',
          '- Are there alarms, escape routes, and gas and electrical reports, and who is responsible for them?',
        ],
      },
      {
        heading: 'Before you let',
        text: [
          'Ask the council in writing, keep the answer, and apply before the number of people rises. Letting without a required licence is an offence, and you may have to repay rent.',
        ],
      },
    ],
  },
  {
    file: 'Rent to rent – before you sign.docx',
    description: 'Who the landlord is, what to agree with the owner, and what can go wrong.',
    facts: both('shared-homes'),
    sections: [
      {
        heading: 'Two contracts, not one',
        text: [
          'In rent to rent (rent2rent) a company rents from the owner and lets to the occupiers. To the occupiers, the company is the landlord and has a landlord’s duties. To the owner, it owes what the first contract says.',
        ],
      },
      {
        heading: 'Get it in writing',
        text: [
          '- Consent of the owner, of the owner’s lender and insurer, and of the freeholder where the home is a flat.',
          '- Who applies for licences, who pays for repairs, who registers the deposit.',
          '- What happens to the occupiers when the first contract ends.',
        ],
      },
      {
        heading: 'What can go wrong',
        text: [
          'Rooms are divided without permission, a licence is missing, or the company stops paying the owner while tenants still pay the company. Check a company’s accounts before you trust it with a home.',
        ],
      },
    ],
  },
]
