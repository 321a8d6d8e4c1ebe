import type { Entry } from './entry.ts'
import { both, england, wales } from './facts.ts'

const signatureLine = 'Signed: ____________________   Name: ____________________   Date: ______________'

/** Letters, forms and sheets to fill in. Square brackets mark what to replace. */
export const templates: readonly Entry[] = [
  {
    file: 'Notice – belongings left behind.docx',
    description: 'Gives a former tenant a deadline to collect belongings.',
    facts: both('possession'),
    sections: [
      {
        heading: 'To [name], formerly of [address]',
        text: [
          'This notice is given under the Torts (Interference with Goods) Act 1977. You left the property on [date]. The belongings listed below are still there, or in our care at [place].',
          'Please collect them by [date, reasonable in the circumstances]. To arrange a time, call [telephone] or write to [address].',
          'If they have not been collected by then, we intend to sell them on or after [date]. We will pay you the proceeds, less the cost of sale and storage.',
        ],
      },
      { heading: 'List of belongings', text: ['- [item, place, condition]', '- [item, place, condition]'] },
      { heading: 'Given by', text: [signatureLine] },
    ],
  },
  {
    file: 'Letter – first reminder of rent.docx',
    description: 'Short, friendly and dated: the first letter about late rent.',
    facts: both('rent'),
    sections: [
      {
        heading: 'Your rent of [date]',
        text: [
          'Dear [name], the rent of £[amount] that was due on [date] has not reached us. If you have paid in the last two days, please ignore this letter and accept our thanks.',
          'If something has gone wrong, please call us on [telephone] before [date]. We would rather agree a way forward with you than let the arrears grow.',
          'Free and confidential help with debts is available from Citizens Advice and from StepChange.',
        ],
      },
      { heading: 'From', text: ['[landlord or agent], [address], [telephone]'] },
    ],
  },
  {
    file: 'Reply to a request to keep a pet.docx',
    description: 'Consent, a question or a reasoned refusal, within 28 days. England.',
    facts: england('tenancies'),
    sections: [
      {
        heading: 'Your request of [date]',
        text: [
          'Dear [name], thank you for your request to keep [animal] at [address]. Our decision is marked below.',
          '- [ ] We agree, for this animal.',
          '- [ ] Before we decide we need to know: [question]. We will answer within seven days of hearing from you.',
          '- [ ] We cannot agree, because [reason that is particular to this home and animal].',
        ],
      },
      {
        heading: 'If you disagree',
        text: [
          'Please tell us why by [date]. You may also ask the court to decide whether our refusal is reasonable.',
        ],
      },
      { heading: 'Given by', text: [signatureLine] },
    ],
  },
  {
    file: 'Notice of a visit to the property.docx',
    description:
      'At least 24 hours’ notice of an inspection or a repair, with the option to choose another time.',
    facts: both('tenancies'),
    sections: [
      {
        heading: 'We would like to visit on [date] between [time] and [time]',
        text: [
          'Dear [name], we would like to visit for this purpose: [inspection, repair, safety check]. [Name and firm] will visit and will carry identification.',
          'If the time does not suit, please suggest another within the next [number] days. We will not enter without your agreement, except in an emergency.',
        ],
      },
      { heading: 'From', text: ['[landlord or agent], [telephone], [email]'] },
    ],
  },
  {
    file: 'Covering letter for a section 13 notice.docx',
    description: 'Explains a proposed rent in plain words and what the tenant can do. England.',
    facts: england('rent'),
    sections: [
      {
        heading: 'A new rent from [date]',
        text: [
          'Dear [name], we enclose the statutory notice of a new rent. From [date] we propose £[amount] a month instead of £[amount].',
          'We compared [number] similar homes let nearby since [month]. Their rents run from £[amount] to £[amount] a month. The list is enclosed.',
          'If you think that the figure is above the market, you may apply to the First-tier Tribunal before [date]. If it would cause you hardship, please talk to us first.',
        ],
      },
      { heading: 'From', text: [signatureLine] },
    ],
  },
  {
    file: 'Wales – receipt for the written statement.docx',
    description: 'Proves that the contract-holder received the written statement, and when. Wales.',
    facts: wales('tenancies'),
    sections: [
      {
        heading: 'Receipt',
        text: [
          'I, [contract-holder], received the written statement of my occupation contract for [address] on [date], [on paper / electronically, as I agreed].',
          'It contained the key matters, the fundamental and supplementary terms with any changes marked, and the additional terms.',
        ],
      },
      { heading: 'Signatures', text: [signatureLine, signatureLine] },
    ],
  },
  {
    file: 'Inventory and check-in.xlsx',
    description: 'Room by room: condition, cleanliness, photograph numbers, both initials.',
    facts: both('deposits'),
    sections: [],
    rows: [
      ['Address', '[address]', 'Date', '[date]'],
      ['Electricity meter', '[reading]', 'Gas meter', '[reading]'],
      ['Room', 'Item', 'Condition', 'Cleanliness', 'Photographs', 'Initials'],
      ['Hall', 'Front door and locks', '', '', '', ''],
      ['Hall', 'Smoke alarm tested', '', '', '', ''],
      ['Living room', 'Walls and ceiling', '', '', '', ''],
      ['Living room', 'Floor', '', '', '', ''],
      ['Kitchen', 'Cooker and hood', '', '', '', ''],
      ['Kitchen', 'Worktops', '', '', '', ''],
      ['Bathroom', 'Seals and grout', '', '', '', ''],
      ['Bedroom', 'Window and frame', '', '', '', ''],
      ['Outside', 'Bins and gate', '', '', '', ''],
    ],
  },
  {
    file: 'Rent ledger.xlsx',
    description: 'Rent due, rent paid and arrears: the first document that a court asks for.',
    facts: both('rent'),
    sections: [],
    rows: [
      ['Tenant', '[name]', 'Address', '[address]'],
      ['Due on', 'Due £', 'Paid on', 'Paid £', 'Owed £', 'Note'],
      ['2026-06-01', 950, '2026-06-01', 950, 0, ''],
      ['2026-07-01', 950, '2026-07-09', 950, 0, 'Late by eight days'],
      ['2026-08-01', 950, '2026-08-03', 700, 250, 'Plan agreed: £50 a month'],
      ['2026-09-01', 950, '2026-09-01', 1000, 200, ''],
    ],
  },
  {
    file: 'Check-out list for tenants.pdf',
    description: 'What to clean, repair, read and return before the last day.',
    facts: both('deposits'),
    sections: [
      {
        heading: 'Two weeks before',
        text: [
          '- Repair any damage, or tell us, so that we can agree a fair price.',
          '- Book the check-out appointment and give us your new address.',
          '- Tell the council and the suppliers your moving date.',
        ],
      },
      {
        heading: 'On the last day',
        text: [
          '- Every room as clean as the inventory shows it at check-in.',
          '- Clean the oven, the extractor and behind appliances. Leave the fridge door open.',
          '- Meter readings, photographed. Windows closed, heating at 12 °C in winter.',
          '- All keys and fobs, labelled.',
        ],
      },
    ],
  },
]
