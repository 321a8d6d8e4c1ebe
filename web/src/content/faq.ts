export type Country = 'England' | 'Wales'

export interface Question {
  readonly id: string
  readonly question: string
  readonly countries: readonly Country[]
  /** Paragraphs. */
  readonly answer: readonly string[]
}

/** Date of the law that the answers describe. Change it only after you have checked every answer. */
export const lawAsAt = '1 August 2026'

const both: readonly Country[] = ['England', 'Wales']

export const questions: readonly Question[] = [
  {
    id: 'access',
    question: 'My tenant refuses access. What can I do?',
    countries: both,
    answer: [
      'Give at least 24 hours’ written notice, offer reasonable times of day and say what the visit is for. The right to inspect comes from section 11 of the Landlord and Tenant Act 1985 in England, and from the occupation contract in Wales.',
      'If the tenant still refuses, don’t let yourself in. Except in an emergency, entering against the tenant’s will can be harassment. Keep a record of every attempt, offer other times and explain the safety reason. As a last resort, ask the court for an order.',
    ],
  },
  {
    id: 'section-13',
    question: 'Can I serve a section 13 notice after a section 21 notice?',
    countries: ['England'],
    answer: [
      'Section 21 was abolished on 1 May 2026. A notice served before that day could only be used until 31 July 2026. The question now matters only if a claim based on such a notice is still in court.',
      'A section 13 notice is separate. You can use it to raise the rent once a year at most, on the prescribed form and with two months’ notice. The tenant may ask the tribunal to decide. If a possession claim is under way, take advice first: a new rent can suggest that you want the tenancy to continue.',
    ],
  },
  {
    id: 'locks',
    question: 'Can I change the locks?',
    countries: both,
    answer: [
      'Not while anyone has the right to live there. Keeping a tenant out without a court order is an offence under the Protection from Eviction Act 1977, even if the tenant owes rent.',
      'If you believe the tenant has left for good, collect evidence before you act, such as a written surrender, returned keys, meter readings and what neighbours say. In Wales there is a procedure for abandoned homes, with a warning notice of four weeks.',
    ],
  },
  {
    id: 'section-8',
    question: 'Can I serve section 8 together with section 21?',
    countries: ['England'],
    answer: [
      'Not any more. Since 1 May 2026 you can’t serve a new section 21 notice. You claim possession under section 8, on one or more grounds. Each ground has its own notice period and needs its own evidence. One notice can include several grounds.',
      'Neither section applies in Wales. There you give notice under the Renting Homes (Wales) Act 2016.',
    ],
  },
  {
    id: 'right-to-rent',
    question: 'Who needs a right to rent check?',
    countries: ['England'],
    answer: [
      'Every adult who will live in the home, whether or not the tenancy names them. Do the check before the tenancy starts. Check original documents or use the Home Office’s online service, and treat everyone the same way.',
      'Keep copies for as long as the tenancy lasts and for one year afterwards. Right to rent does not apply in Wales.',
    ],
  },
  {
    id: 'holding-deposit',
    question: 'When can I withhold a holding deposit?',
    countries: both,
    answer: [
      'You can withhold it if the applicant withdraws, gives false or misleading information that matters to your decision, or does not take reasonable steps to enter into the tenancy by the deadline. The deadline is 15 days unless you agree another. In England you can also withhold it if the applicant fails the right to rent check.',
      'A holding deposit can be one week’s rent at most. If you keep any of it, say why in writing within seven days. In England, if you don’t, you have to repay it.',
    ],
  },
  {
    id: 'deposit-disputes',
    question: 'How is a deposit dispute decided?',
    countries: both,
    answer: [
      'It’s decided on documents. The deposit is the tenant’s money, so the landlord has to prove the loss with a signed check-in inventory, a check-out report, dated photographs and invoices. The award is reduced for fair wear and tear, and for the age of the damaged item.',
      'Each protection scheme decides disputes free of charge if both sides agree to it, and its decision is final. Check the scheme’s time limits.',
    ],
  },
  {
    id: 'belongings',
    question: 'The tenant has left belongings behind. Can I dispose of them?',
    countries: both,
    answer: [
      'Not straight away. Give a 14-day notice: write to the tenant at every address you have, list the items, say where they are, and say that you’ll sell or dispose of them after 14 days (Torts (Interference with Goods) Act 1977). Keep the items safe until then.',
      'Any money from a sale belongs to the tenant, less reasonable costs. Members can download a notice from the library. In Wales there are separate rules for homes recovered as abandoned. They cover what you must keep and for how long.',
    ],
  },
  {
    id: 'tenant-data',
    question: 'How long can I keep data about a tenant?',
    countries: both,
    answer: [
      'Tenant data is kept for 12 months after the tenancy ends. That also covers the year for which you have to keep right to rent copies. Keep data longer only if another duty requires it, as with financial records, or if you need it for a dispute.',
    ],
  },
]

export const rentersRights: readonly Question[] = [
  {
    id: 'bill-or-act',
    question: 'Is it still a bill?',
    countries: ['England'],
    answer: [
      'No. It became the Renters’ Rights Act 2025 on 27 October 2025. Its main changes to tenancies have applied since 1 May 2026, to existing tenancies as well as new ones. The Act applies to England.',
    ],
  },
  {
    id: 'what-changed',
    question: 'What has changed?',
    countries: ['England'],
    answer: [
      'Section 21 and fixed terms have gone: assured tenancies now run from period to period. You can raise the rent once a year at most, under section 13. You have to advertise a home at a stated rent, and you can’t invite or accept offers above it.',
      'A database of landlords and an ombudsman will follow in stages, from late 2026 to 2028.',
    ],
  },
  {
    id: 'wales',
    question: 'What about Wales?',
    countries: ['Wales'],
    answer: [
      'The Renting Homes (Wales) Act 2016 still applies. It has its own occupation contracts, written statements and notices. Don’t use an English form for a home in Wales.',
    ],
  },
]
