export type Country = 'England' | 'Wales'

export interface Question {
  readonly id: string
  readonly question: string
  readonly countries: readonly Country[]
  /** Paragraphs. */
  readonly answer: readonly string[]
}

/** The day as at which the answers state the law. Change it only when every answer has been checked. */
export const lawAsAt = '1 August 2026'

const both: readonly Country[] = ['England', 'Wales']

export const questions: readonly Question[] = [
  {
    id: 'access',
    question: 'My tenant refuses access. What can I do?',
    countries: both,
    answer: [
      'Give written notice of at least 24 hours, offer times of day that are reasonable, and say what the visit is for. The right to inspect comes from section 11 of the Landlord and Tenant Act 1985 in England, and from the occupation contract in Wales.',
      'If the tenant still refuses, do not let yourself in: except in an emergency, entering against the tenant’s will can be harassment. Keep a record of every attempt, offer other times, explain the safety reason, and ask the court for an order as the last resort.',
    ],
  },
  {
    id: 'section-13',
    question: 'Can I serve a section 13 notice after a section 21 notice?',
    countries: ['England'],
    answer: [
      'Section 21 was abolished on 1 May 2026, and a notice served before that day could only be used until 31 July 2026. The question now arises only for tenancies where such a claim is still in court.',
      'A section 13 notice stands on its own. It raises the rent once a year at most, on the prescribed form and with two months’ notice, and the tenant may ask the tribunal to decide. Where a possession claim is under way, take advice first: a new rent can look like a wish to continue.',
    ],
  },
  {
    id: 'locks',
    question: 'May I change the locks?',
    countries: both,
    answer: [
      'Not while anybody has the right to live there. Keeping a tenant out without a court order is an offence under the Protection from Eviction Act 1977, even where rent is owed.',
      'If you believe the home has been left for good, collect evidence before you act: a written surrender, returned keys, meter readings, what neighbours say. In Wales there is a procedure for abandoned homes, with a warning notice of four weeks.',
    ],
  },
  {
    id: 'section-8',
    question: 'Can I serve section 8 together with section 21?',
    countries: ['England'],
    answer: [
      'No longer. Since 1 May 2026 there is no new section 21 notice. Possession is claimed under section 8 on one or more grounds, each with its own notice period and its own evidence. Several grounds can stand in one notice.',
      'In Wales neither section applies: notices are given under the Renting Homes (Wales) Act 2016.',
    ],
  },
  {
    id: 'right-to-rent',
    question: 'Who needs a right to rent check?',
    countries: ['England'],
    answer: [
      'Every adult who will live in the home, before the tenancy starts, whether or not they are named in it. Check original documents or use the Home Office’s online service, and treat everybody alike.',
      'Keep copies for as long as the tenancy lasts and one year after. Right to rent does not apply in Wales.',
    ],
  },
  {
    id: 'holding-deposit',
    question: 'For which reasons may I withhold a holding deposit?',
    countries: both,
    answer: [
      'When the applicant withdraws, gives false or misleading information that matters to the decision, or does not take reasonable steps to enter into the tenancy by the deadline, which is 15 days unless you agree another. In England also when the applicant fails the right to rent check.',
      'It can be one week’s rent at most. If you keep any of it, say why in writing within seven days; in England it has to be repaid otherwise.',
    ],
  },
  {
    id: 'deposit-disputes',
    question: 'How is a deposit dispute decided?',
    countries: both,
    answer: [
      'On documents. The deposit is the tenant’s money, so it is for the landlord to show the loss: a signed check-in inventory, a check-out report, dated photographs, invoices. Fair wear and tear is taken off, and so is the age of what was damaged.',
      'Each protection scheme decides disputes free of charge when both sides agree to it, and its decision is final. Watch the scheme’s time limits.',
    ],
  },
  {
    id: 'belongings',
    question: 'The tenant has left belongings behind. May I dispose of them?',
    countries: both,
    answer: [
      'Not at once. Give a 14-day notice: write to the tenant at every address you have, list the items, say where they are, and say that they will be sold or disposed of after 14 days (Torts (Interference with Goods) Act 1977). Keep what you find safe until then.',
      'Sale proceeds belong to the tenant, less reasonable costs. Members find a notice in the library. In Wales, homes recovered as abandoned have rules of their own for what must be kept and how long.',
    ],
  },
  {
    id: 'tenant-data',
    question: 'How long may I keep data about a tenant?',
    countries: both,
    answer: [
      'Tenant data is kept 12 months after the tenancy ends, which also covers the year for which right to rent copies have to be kept. Keep longer only what another duty requires, such as financial records, or what a dispute needs.',
    ],
  },
]

export const rentersRights: readonly Question[] = [
  {
    id: 'bill-or-act',
    question: 'Is it still a bill?',
    countries: ['England'],
    answer: [
      'No. It became the Renters’ Rights Act 2025 on 27 October 2025. Its main changes to tenancies have applied since 1 May 2026, to existing tenancies as well as new ones. It applies to England.',
    ],
  },
  {
    id: 'what-changed',
    question: 'What has changed?',
    countries: ['England'],
    answer: [
      'Section 21 is gone and fixed terms with it: assured tenancies run from period to period. Rent goes up once a year at most, by section 13. Homes are advertised at a stated rent, and offers above it may not be invited or taken.',
      'A database of landlords and an ombudsman follow in stages, from late 2026 to 2028.',
    ],
  },
  {
    id: 'wales',
    question: 'And in Wales?',
    countries: ['Wales'],
    answer: [
      'The Renting Homes (Wales) Act 2016 continues to apply: occupation contracts, written statements and notices of its own. Do not use an English form for a home in Wales.',
    ],
  },
]
