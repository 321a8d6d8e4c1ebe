import type { Entry } from './entry.ts'
import { wales } from './facts.ts'

/** Guides on letting in Wales, under the Renting Homes (Wales) Act 2016. */
export const guidesForWales: readonly Entry[] = [
  {
    file: 'Wales – occupation contracts explained.pdf',
    description: 'Contract-holders, written statements and the four kinds of terms. Wales.',
    facts: wales('tenancies', {
      whatChanged: 'Adds the fundamental terms about children and benefits, sections 54A and 54B.',
    }),
    sections: [
      {
        heading: 'Different terms, different rules',
        text: [
          'Since 1 December 2022 most people who rent a home in Wales have been contract-holders under an occupation contract. A private landlord’s contract is normally a standard contract, periodic or for a fixed term. The Renters’ Rights Act’s new tenancy system is for England: do not use English forms.',
          'Two parts of that Act have applied in Wales since 1 June 2026. Sections 54A and 54B of the Renting Homes (Wales) Act 2016 let children live at or visit the home, and let people who claim benefits rent it. They are fundamental terms of most contracts, existing ones included: existing contract-holders should have received a statement of the change between 1 and 14 June 2026. Discouraging applicants for either reason is an offence.',
        ],
      },
      {
        heading: 'The written statement',
        text: [
          'Give it, free of charge, within fourteen days from the day the contract-holder may move in. If it is late, the contract-holder may be owed a day’s rent for each day, up to two months’.',
          '- Key matters: names, address, rent, when it is due, the start date.',
          '- Fundamental terms: set by the Act. Some cannot be left out or changed.',
          '- Supplementary terms: set by the regulations. Both sides may agree to change them.',
          '- Additional terms: your own. They must be fair.',
        ],
      },
      {
        heading: 'Before you let',
        text: [
          'Register every landlord and property with Rent Smart Wales. Anyone who lets or manages the property also needs a licence: the landlord, if they do it themselves, or the agent.',
        ],
      },
    ],
  },
  {
    file: 'Wales – ending a standard contract.pdf',
    description: 'Landlord’s notice, breach and abandonment, with the notice periods. Wales.',
    facts: wales('possession'),
    sections: [
      {
        heading: 'Landlord’s notice',
        text: [
          'A periodic standard contract can be ended by notice under section 173 of the Renting Homes (Wales) Act 2016: at least six months, and not within the first six months of occupation. In most cases you cannot give notice while you have not met a duty, such as the written statement, the deposit, gas or electrical safety, or Rent Smart Wales.',
        ],
      },
      {
        heading: 'Breach and arrears',
        text: [
          'For a breach of contract give at least one month’s notice; for antisocial behaviour proceedings can start at once. Serious arrears (two months’ rent where it is paid monthly) need at least fourteen days’ notice. In a case of breach, the court may consider whether an order is reasonable.',
        ],
      },
      {
        heading: 'If the home seems abandoned',
        text: [
          'Make inquiries, then give four weeks’ warning notice that says what you believe and what will happen next. Only after that can a notice end the contract. Store any belongings left behind for as long as the regulations require.',
        ],
      },
    ],
  },
  {
    file: 'Wales – fit for human habitation.pdf',
    description: 'The 29 matters in plain words, and the three that make a home unfit on their own. Wales.',
    facts: wales('safety'),
    sections: [
      {
        heading: 'The duty',
        text: [
          'A home must be fit for human habitation on the first day and for as long as the contract runs. Regulations list 29 matters, from damp and cold to falls and fire, which are considered together.',
        ],
      },
      {
        heading: 'Three that make a home unfit on their own',
        text: [
          '- No working smoke alarm on each storey, wired to the mains and linked.',
          '- No working carbon monoxide alarm in each room with a gas, oil or solid fuel appliance.',
          '- No electrical inspection in the last five years, or no report given to the contract-holder.',
        ],
      },
      {
        heading: 'A one-hour check',
        text: [
          'Twice a year, go through every room with the list. Look behind furniture on outside walls, run every extractor, test every alarm, open every window. Note the date, what you found and when it was put right.',
        ],
      },
    ],
  },
  {
    file: 'Wales – changing the rent.pdf',
    description: 'Two months’ notice, once a year, on the Welsh form. Wales.',
    facts: wales('rent'),
    sections: [
      {
        heading: 'The rule',
        text: [
          'For a periodic standard contract the rent changes by notice under section 123 of the Renting Homes (Wales) Act 2016. Give at least two months, and leave at least a year between changes.',
        ],
      },
      {
        heading: 'How to do it',
        text: [
          '- Use the Welsh Government’s form for a variation of rent, in the language of the contract.',
          '- State the new rent and the day on which it starts.',
          '- Deliver it in a way that the contract allows, and keep proof.',
        ],
      },
      {
        heading: 'Fixed terms',
        text: [
          'During a fixed term the rent can change only as the contract allows. If it says nothing, wait until the term ends.',
        ],
      },
    ],
  },
]
