import type { Entry } from './entry.ts'

/** Guides on letting in Wales, under the Renting Homes (Wales) Act 2016. */
export const guidesForWales: readonly Entry[] = [
  {
    file: 'Wales – occupation contracts explained.pdf',
    description: 'Contract-holders, written statements and the four kinds of terms. Wales.',
    sections: [
      {
        heading: 'Other words, other rules',
        text: [
          'Since 1 December 2022 most people who rent a home in Wales are contract-holders under an occupation contract. A private landlord’s contract is normally a standard contract, periodic or for a fixed term. The Renters’ Rights Act’s new tenancy system is for England: do not use English forms.',
        ],
      },
      {
        heading: 'The written statement',
        text: [
          'Give it, free of charge, within fourteen days from the day the contract-holder may move in. If it is late, the contract-holder may be owed a day’s rent for each day, up to two months’.',
          '- Key matters: names, address, rent, when it is due, the first day.',
          '- Fundamental terms: from the Act; some may not be left out or changed.',
          '- Supplementary terms: from the regulations; both sides may agree to change them.',
          '- Additional terms: your own, which must be fair.',
        ],
      },
      {
        heading: 'Before you let',
        text: [
          'Register every landlord and property with Rent Smart Wales. Whoever lets or manages needs a licence too: the landlord who does it, or the agent.',
        ],
      },
    ],
  },
  {
    file: 'Wales – ending a standard contract.pdf',
    description: 'Landlord’s notice, breach and abandonment, with the periods to count. Wales.',
    sections: [
      {
        heading: 'Landlord’s notice',
        text: [
          'A periodic standard contract can be ended by notice under section 173 of the Renting Homes (Wales) Act 2016: at least six months, and not within the first six months of occupation. Most notices cannot be given while a duty is unmet, such as the written statement, the deposit, gas or electrical safety, or Rent Smart Wales.',
        ],
      },
      {
        heading: 'Breach and arrears',
        text: [
          'For a breach of contract give at least one month’s notice; for antisocial behaviour proceedings can start at once. Serious arrears, two months’ rent where it is paid monthly, need at least fourteen days’ notice. The court may weigh whether an order is reasonable in a case of breach.',
        ],
      },
      {
        heading: 'When the home seems abandoned',
        text: [
          'Make inquiries, then give a warning notice of four weeks that says what you believe and what will follow. Only after that may a notice end the contract. Store what was left behind for as long as the regulations say.',
        ],
      },
    ],
  },
  {
    file: 'Wales – fit for human habitation.pdf',
    description: 'The 29 matters in plain words, and the three that are decided at once. Wales.',
    sections: [
      {
        heading: 'The duty',
        text: [
          'A home must be fit for human habitation on the first day and for as long as the contract runs. Regulations list 29 matters, from damp and cold to falls and fire, that are weighed together.',
        ],
      },
      {
        heading: 'Three that are decided at once',
        text: [
          '- No working smoke alarm on each storey, wired to the mains and linked.',
          '- No working carbon monoxide alarm in each room with a gas, oil or solid fuel appliance.',
          '- No electrical inspection in the last five years, or none that the contract-holder was given.',
        ],
      },
      {
        heading: 'A walk of one hour',
        text: [
          'Twice a year, go through every room with the list. Look behind furniture on outside walls, run every extractor, test every alarm, open every window. Note the date, what you saw and when it was put right.',
        ],
      },
    ],
  },
  {
    file: 'Wales – changing the rent.pdf',
    description: 'Two months’ notice, once a year, on the Welsh form. Wales.',
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
          '- Use the form of the Welsh Government for a variation of rent, in the language of the contract.',
          '- Name the new rent and the day on which it starts.',
          '- Deliver it in a way that the contract allows, and keep proof.',
        ],
      },
      {
        heading: 'Fixed terms',
        text: [
          'During a fixed term the rent changes only as the contract itself says. If it says nothing, wait until the term is over.',
        ],
      },
    ],
  },
]
