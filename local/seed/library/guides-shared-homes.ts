import type { Entry } from './entry.ts'

/** Guides on homes that several households share, or that somebody lets on. */
export const guidesForSharedHomes: readonly Entry[] = [
  {
    file: 'HMO licensing – the first questions.pdf',
    description: 'Which shared homes need a licence, and what a council looks at before it gives one.',
    sections: [
      {
        heading: 'Is it a house in multiple occupation?',
        text: [
          'Three or more people who form more than one household and share a kitchen, a bathroom or a toilet: then, as a rule, yes. Couples and relatives count as one household; friends do not.',
          'Five or more people in two or more households need a licence everywhere in England and Wales where the home is of the prescribed kind. Many councils ask for one from smaller homes, too: their own register says which streets.',
        ],
      },
      {
        heading: 'What the council looks at',
        text: [
          '- Whoever holds the licence and whoever manages the home: are they fit and proper?',
          '- How many people the rooms, kitchens and bathrooms are enough for.',
          '- Alarms, escape routes, gas and electrical reports, and who looks after them.',
        ],
      },
      {
        heading: 'Before you let',
        text: [
          'Ask the council in writing, keep the answer, and apply before the number of people rises. Letting without a licence that is needed is an offence, and rent may have to be paid back.',
        ],
      },
    ],
  },
  {
    file: 'Rent to rent – before you sign.docx',
    description: 'Who is whose landlord, what has to be agreed with the owner, and what goes wrong.',
    sections: [
      {
        heading: 'Two contracts, not one',
        text: [
          'In rent2rent a company rents from the owner and lets to those who live there. Towards them the company is the landlord, with a landlord’s duties; towards the owner it owes what the first contract says.',
        ],
      },
      {
        heading: 'Ask for it in writing',
        text: [
          '- Consent of the owner, of the owner’s lender and insurer, and of the freeholder where the home is a flat.',
          '- Who applies for licences, who pays for repairs, who registers the deposit.',
          '- What happens to those who live there when the first contract ends.',
        ],
      },
      {
        heading: 'Where it goes wrong',
        text: [
          'Rooms are divided without leave, a licence is missing, or the company stops paying while tenants pay it. Read the accounts of a company before you trust it with a home.',
        ],
      },
    ],
  },
]
