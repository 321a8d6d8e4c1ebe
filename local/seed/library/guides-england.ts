import type { Entry } from './entry.ts'
import { both, england } from './facts.ts'

/** Guides on letting in England under the Renters' Rights Act 2025. */
export const guidesForEngland: readonly Entry[] = [
  {
    file: 'Renters’ Rights Act – what changed.pdf',
    description:
      'One page on what ended on 1 May 2026, including section 21 notices, what replaced it, and what applies in Wales. England and Wales.',
    facts: both('tenancies', {
      whatChanged: 'Adds the two parts of the Act that have applied in Wales since 1 June 2026.',
    }),
    sections: [
      {
        heading: 'The short version',
        text: [
          'Since 1 May 2026 almost every private tenancy in England has been an assured periodic tenancy. Fixed terms have ended, and so have “no fault” notices under section 21 of the Housing Act 1988.',
          'A landlord who needs the property back relies on a ground in Schedule 2 of the 1988 Act and gives notice under section 8. A tenant may leave at any time with two months’ notice.',
        ],
      },
      {
        heading: 'What to do differently from now on',
        text: [
          '- Do not offer a fixed term, and do not advertise one.',
          '- Give a written statement of the main terms before the tenancy is agreed.',
          '- State one asking rent in every advertisement, and neither ask for nor accept more.',
          '- Take at most one month’s rent in advance, and only after the agreement is signed.',
          '- Keep a record of each decision on a pet, with dates.',
        ],
      },
      {
        heading: 'Tenancies that already existed',
        text: [
          'They became periodic on the same day without a new agreement. Terms that contradict the Act no longer have effect; everything else in the old agreement still binds both sides.',
          'Tenants with a written agreement from before that day should have received the government’s information sheet. If you cannot show that they did, send it now and keep proof of sending.',
        ],
      },
      {
        heading: 'In Wales',
        text: [
          'The new tenancy system is for England only. Since 1 June 2026 two parts of the Act have applied in Wales as well.',
          '- Sections 54A and 54B of the Renting Homes (Wales) Act 2016: children may live at or visit the home, and people who claim benefits may live there. Both are fundamental terms of most secure and standard occupation contracts, including those made before that day.',
          '- New offences under the Renting Homes (Fees etc.) (Wales) Act 2019: a landlord or agent may not prevent or discourage anyone from renting because of children or benefits.',
        ],
      },
    ],
  },
  {
    file: 'Assured periodic tenancies month by month.pdf',
    description: 'From the offer to the last day: what to do when, and what to keep. England.',
    facts: england('tenancies'),
    sections: [
      {
        heading: 'Before anyone moves in',
        text: [
          'Check the right to rent of every adult occupier, and keep dated copies. Hold no more than one week’s rent as a holding deposit, and return it within seven days once a decision is made, unless the Tenant Fees Act 2019 lets you keep it.',
          'Hand over the written statement of terms, the energy performance certificate, the gas safety record and the electrical report. Ask for a dated receipt that lists each of them.',
        ],
      },
      {
        heading: 'The first thirty days',
        text: [
          'Protect the deposit and give the prescribed information within thirty days of receiving the money. Go through the inventory with the tenant within the first week. A list that you have both signed is worth more than any photograph taken later.',
        ],
      },
      {
        heading: 'While it runs',
        text: [
          'The rent may go up once a year, and only by statutory notice. Diarise the gas check each year, the electrical inspection at least every five, and the date on which the energy certificate lapses.',
        ],
      },
      {
        heading: 'The last two months',
        text: [
          'A tenant’s notice is two months unless you agree to less in writing. Offer a check-out appointment, take meter readings together, and propose deductions with evidence within ten days.',
        ],
      },
    ],
  },
  {
    file: 'Raising the rent under section 13.pdf',
    description: 'The one lawful way to raise the rent, and how tenants can challenge it. England.',
    facts: england('rent'),
    sections: [
      {
        heading: 'The rule',
        text: [
          'Rent in a private assured tenancy goes up by a notice under section 13 of the Housing Act 1988, on the form that is current on the day you serve it. Clauses that raise the rent automatically have no effect, and nor does an increase agreed in advance.',
          'Give at least two months’ notice. The new rent may not start within the first year of the tenancy, nor within a year of the last increase.',
        ],
      },
      {
        heading: 'How to set a figure you can defend',
        text: [
          '- Find at least three lettings of the same size and condition, agreed (not only advertised) in the last six months.',
          '- Note what differs: parking, garden, furniture, energy rating.',
          '- Leave out improvements that the tenant paid for.',
          '- Keep the list with a copy of the notice.',
        ],
      },
      {
        heading: 'If the tenant disagrees',
        text: [
          'The tenant may ask the First-tier Tribunal before the new rent would start. The tribunal decides what the property would fetch on the open market and cannot set a higher rent than you proposed. The increase is not backdated, and in hardship its start may be put off.',
        ],
      },
    ],
  },
  {
    file: 'Grounds for possession at a glance.pdf',
    description: 'The most common section 8 grounds, the notice each needs, and the evidence. England.',
    facts: england('possession', { whatChanged: 'Removes section 21 and adds ground 1A.' }),
    sections: [
      {
        heading: 'How notice works now',
        text: [
          'Notice under section 8 names one or more grounds and says why each applies. If the tenant stays, only a court order and, after it, an enforcement officer can end the occupation.',
        ],
      },
      {
        heading: 'The most common grounds',
        text: [
          '- Ground 1, the landlord or close family moves in: four months’ notice, not to end in the first year.',
          '- Ground 1A, the landlord sells: four months’ notice, not to end in the first year; the property may not be let again for twelve months after.',
          '- Ground 8, serious rent arrears: at least three months’ rent unpaid both at notice and at the hearing; four weeks’ notice.',
          '- Grounds 10 and 11, some arrears or persistent delay: four weeks’ notice, and the court decides whether possession is reasonable.',
          '- Ground 14, antisocial behaviour: proceedings may start as soon as notice is given.',
        ],
      },
      {
        heading: 'Before you serve',
        text: [
          'Check that the deposit is protected and the prescribed information was given: without both, a court cannot make an order on most grounds. Use the current form, count the days from the day after service, and keep proof of how it was delivered.',
        ],
      },
    ],
  },
  {
    file: 'When a tenant asks to keep a pet.pdf',
    description: 'The 28-day deadline, good and bad reasons, and what you may ask for. England.',
    facts: england('tenancies'),
    sections: [
      {
        heading: 'The deadline',
        text: [
          'A tenant asks in writing and describes the animal. Answer in writing within 28 days. If you reasonably need more information, ask for it within that time. The time to answer then continues from when you receive it.',
        ],
      },
      {
        heading: 'Good reasons',
        text: [
          '- The superior lease forbids the animal, and you asked the freeholder.',
          '- The home is plainly too small for the animal.',
          '- Another occupier of a shared house has a documented allergy.',
        ],
      },
      {
        heading: 'Bad reasons',
        text: [
          'A general dislike of animals, unfounded worry about damage, or a rule that “we never allow pets”. The deposit covers damage and stays capped at five weeks’ rent (six where the yearly rent is £50,000 or more): do not ask for a separate pet deposit.',
          'Write down what you considered. A carefully reasoned refusal is seldom challenged.',
        ],
      },
    ],
  },
  {
    file: 'Deposits – from receipt to return.pdf',
    description: 'Caps, deadlines and fair deductions, with a worked example. England and Wales.',
    facts: both('deposits'),
    sections: [
      {
        heading: 'Caps and deadlines',
        text: [
          'In England a deposit may not exceed five weeks’ rent where the yearly rent is below £50,000, and six weeks’ where it is more. In Wales there is no such cap. In both, protect it with an approved scheme and give the required information within thirty days of receipt.',
        ],
      },
      {
        heading: 'Fair deductions',
        text: [
          'Compare the check-in and check-out reports line by line. Allow for fair wear and tear and for age: a carpet that should last ten years and is six years old has four tenths of its value left.',
          'Example: carpet £600 when new, life ten years, six years old, burnt through in one room. A fair claim is £600 × 4 ÷ 10 = £240, not £600.',
        ],
      },
      {
        heading: 'When you cannot agree',
        text: [
          'Return the undisputed part at once. The scheme’s adjudicator decides on documents alone. Send the signed inventory, dated photographs, invoices and the agreement, and say which clause each deduction relies on.',
        ],
      },
    ],
  },
  {
    file: 'Safety checks calendar.pdf',
    description: 'Gas, electrics, alarms and the EPC: what is due when, and who must receive a copy.',
    facts: both('safety'),
    sections: [
      {
        heading: 'Every year',
        text: [
          'A Gas Safe registered engineer checks every appliance and flue that you provide. Give the tenant the record within 28 days of the check, and a new tenant before they move in. Keep it for at least two years.',
        ],
      },
      {
        heading: 'At least every five years',
        text: [
          'A qualified person inspects the electrical installation. Give the report to tenants within 28 days in England. Have anything marked C1, C2 or FI put right within 28 days, or sooner where the report says so, and keep the written confirmation.',
        ],
      },
      {
        heading: 'At the start of each tenancy',
        text: [
          '- England: a smoke alarm on every storey with living space, and a carbon monoxide alarm in each room with a fixed combustion appliance other than a gas cooker, tested on the first day.',
          '- Wales: smoke alarms on every storey, wired to the mains and linked with each other.',
          '- Both: an energy performance certificate of E or better, unless an exemption is registered.',
        ],
      },
    ],
  },
  {
    file: 'Advertising a let fairly.pdf',
    description:
      'One price, no bidding, no blanket bans: what to check before you publish a listing. England and Wales.',
    facts: both('advertising', {
      whatChanged: 'Adds the offences about children and benefits in Wales.',
    }),
    sections: [
      {
        heading: 'One price (England)',
        text: [
          'Every written advertisement states the rent as one figure. Do not invite, encourage or accept an offer above it, even if an applicant makes it unprompted. Do not use “offers over” or “from” in a listing.',
        ],
      },
      {
        heading: 'No blanket bans',
        text: [
          'In England, and since 1 June 2026 in Wales too, it is unlawful to discourage applicants because children would live with them or visit, or because they receive benefits. Judge whether the rent is affordable from all income, and use the same calculation for everyone.',
          'The duties under the Equality Act 2010 remain. Write down the reason for each decision on the day that you make it.',
        ],
      },
      {
        heading: 'Material information',
        text: [
          'Say what an average tenant would want to know before viewing: council tax band, deposit, heating, parking, restrictions and known building works. Leaving something out can mislead as much as a false statement.',
        ],
      },
    ],
  },
  {
    file: 'Rent arrears – the first four weeks.docx',
    description: 'What to write and say, day by day, before arrears become a court case.',
    facts: england('rent'),
    sections: [
      {
        heading: 'Day 1 to day 7',
        text: [
          'Check that the payment has not gone astray. Then make one friendly call or send one message: is something wrong, and when can you expect the rent? Note the answer with the date and time.',
        ],
      },
      {
        heading: 'Day 8 to day 14',
        text: [
          'Send a statement of the account and a short letter. Offer a payment plan in writing: the rent as it falls due, plus a fixed sum. Mention free help with debts and, where it applies, a request for rent to be paid to the landlord directly from Universal Credit.',
        ],
      },
      {
        heading: 'Day 15 to day 28',
        text: [
          'Notify any guarantor in the way that the guarantee requires. Interest may be charged only on rent more than fourteen days late, at no more than 3% above the Bank of England’s base rate in England.',
          'If the plan fails, put your file together now: agreement, ledger, letters and notes of calls. A court will ask for all of it.',
        ],
      },
    ],
  },
  {
    file: 'Photo scale card for inventories.png',
    description: 'Print it and place it beside marks and damage: ten centimetres and five shades of grey.',
    facts: both('deposits'),
    sections: [],
  },
]
