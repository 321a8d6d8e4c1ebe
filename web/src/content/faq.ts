export type Country = 'England' | 'Wales'

export interface Question {
  readonly id: string
  readonly question: string
  readonly countries: readonly Country[]
  /** Paragraphs. */
  readonly answer: readonly string[]
  /** Day on which the answer was last checked against its sources: `2026-08-01`. Change it only after a check. */
  readonly lawAsAt: string
  readonly sources: readonly Source[]
}

/** A page of legislation.gov.uk or of a government. */
export interface Source {
  readonly title: string
  readonly url: string
}

const legislation = (path: string, title: string): Source => ({
  title,
  url: `https://www.legislation.gov.uk/${path}`,
})

const rentersRightsAct = legislation('ukpga/2025/26/contents', 'Renters’ Rights Act 2025')
const rentingHomesWales = legislation('anaw/2016/1/contents', 'Renting Homes (Wales) Act 2016')

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
    lawAsAt: '2026-08-01',
    sources: [
      legislation('ukpga/1985/70/section/11', 'Landlord and Tenant Act 1985, section 11'),
      rentingHomesWales,
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
    lawAsAt: '2026-08-01',
    sources: [legislation('ukpga/1988/50/section/13', 'Housing Act 1988, section 13'), rentersRightsAct],
  },
  {
    id: 'locks',
    question: 'Can I change the locks?',
    countries: both,
    answer: [
      'Not while anyone has the right to live there. Keeping a tenant out without a court order is an offence under the Protection from Eviction Act 1977, even if the tenant owes rent.',
      'If you believe the tenant has left for good, collect evidence before you act, such as a written surrender, returned keys, meter readings and what neighbours say. In Wales there is a procedure for abandoned homes, with a warning notice of four weeks.',
    ],
    lawAsAt: '2026-08-01',
    sources: [
      legislation('ukpga/1977/43/section/1', 'Protection from Eviction Act 1977, section 1'),
      rentingHomesWales,
    ],
  },
  {
    id: 'section-8',
    question: 'Can I serve section 8 together with section 21?',
    countries: ['England'],
    answer: [
      'Not any more. You haven’t been able to serve a new section 21 notice since 1 May 2026. You claim possession under section 8, on one or more grounds. Each ground has its own notice period and needs its own evidence. One notice can include several grounds.',
      'Neither section applies in Wales. There you give notice under the Renting Homes (Wales) Act 2016.',
    ],
    lawAsAt: '2026-08-01',
    sources: [legislation('ukpga/1988/50/section/8', 'Housing Act 1988, section 8'), rentersRightsAct],
  },
  {
    id: 'right-to-rent',
    question: 'Who needs a right to rent check?',
    countries: ['England'],
    answer: [
      'Every adult who will live in the home, whether or not the tenancy names them. Do the check before the tenancy starts. Check original documents or use the Home Office’s online service, and treat everyone the same way.',
      'Keep copies for as long as the tenancy lasts and for one year afterwards. Right to rent does not apply in Wales.',
    ],
    lawAsAt: '2026-08-01',
    sources: [legislation('ukpga/2014/22/section/22', 'Immigration Act 2014, section 22')],
  },
  {
    id: 'holding-deposit',
    question: 'When can I withhold a holding deposit?',
    countries: both,
    answer: [
      'You can withhold it if the applicant withdraws, gives false or misleading information that matters to your decision, or does not take reasonable steps to enter into the tenancy by the deadline. The deadline is 15 days unless you agree another. In England you can also withhold it if the applicant fails the right to rent check.',
      'A holding deposit can be one week’s rent at most. If you keep any of it, say why in writing within seven days. In England, if you don’t, you have to repay it.',
    ],
    lawAsAt: '2026-08-01',
    sources: [
      legislation('ukpga/2019/4/schedule/2', 'Tenant Fees Act 2019, schedule 2'),
      legislation('anaw/2019/2/contents', 'Renting Homes (Fees etc.) (Wales) Act 2019'),
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
    lawAsAt: '2026-08-01',
    sources: [legislation('ukpga/2004/34/schedule/10', 'Housing Act 2004, schedule 10'), rentingHomesWales],
  },
  {
    id: 'belongings',
    question: 'The tenant has left belongings behind. Can I dispose of them?',
    countries: both,
    answer: [
      'Not straight away. Give a 14-day notice: write to the tenant at every address you have, list the items, say where they are, and say that you’ll sell or dispose of them after 14 days (Torts (Interference with Goods) Act 1977). Keep the items safe until then.',
      'Any money from a sale belongs to the tenant, less reasonable costs. Members can download a notice from the library. In Wales there are separate rules for homes recovered as abandoned. They cover what you must keep and for how long.',
    ],
    lawAsAt: '2026-08-01',
    sources: [
      legislation('ukpga/1977/32/section/12', 'Torts (Interference with Goods) Act 1977, section 12'),
      rentingHomesWales,
    ],
  },
  {
    id: 'tenant-data',
    question: 'How long can I keep data about a tenant?',
    countries: both,
    answer: [
      'Tenant data is kept for 12 months after the tenancy ends. In England, that also covers the year for which you have to keep right to rent copies. Keep data longer only if another duty requires it, as with financial records, or if you need it for a dispute.',
    ],
    lawAsAt: '2026-11-22',
    sources: [legislation('eur/2016/679/article/5', 'UK General Data Protection Regulation, article 5')],
  },
]

export const rentersRights: readonly Question[] = [
  {
    id: 'bill-or-act',
    question: 'Is it still a bill?',
    countries: ['England'],
    answer: [
      'No. It became the Renters’ Rights Act 2025 on 27 October 2025. Its main changes to tenancies have applied since 1 May 2026, to existing tenancies as well as new ones. Most of the Act applies to England only. Two of its sections also apply in Wales.',
    ],
    lawAsAt: '2026-11-22',
    sources: [rentersRightsAct],
  },
  {
    id: 'what-changed',
    question: 'What has changed?',
    countries: ['England'],
    answer: [
      'Section 21 and fixed terms have gone: assured tenancies now run from period to period. You can raise the rent once a year at most, under section 13. You have to advertise a home at a stated rent, and you can’t invite or accept offers above it.',
      'You can’t refuse tenants, or make it harder for them to rent, because they have children or claim benefits. A tenant may ask to keep a pet, and you need a good reason to refuse. You can ask for one month’s rent in advance at most, and only after both sides have signed the agreement.',
      'A database of landlords and an ombudsman will follow in stages, from late 2026 to 2028.',
    ],
    lawAsAt: '2026-11-22',
    sources: [rentersRightsAct],
  },
  {
    id: 'wales',
    question: 'What about Wales?',
    countries: ['Wales'],
    answer: [
      'The Renting Homes (Wales) Act 2016 still applies. It has its own occupation contracts, written statements and notices. Don’t use an English form for a home in Wales.',
      'Since 1 June 2026, two sections of the Renters’ Rights Act 2025 have also applied in Wales. Under section 46, most occupation contracts, existing ones included, let children live at or visit the home and let people who claim benefits live there. Under section 44, it’s an offence to stop or discourage people from renting because they have children or claim benefits.',
    ],
    lawAsAt: '2026-11-22',
    sources: [
      legislation('ukpga/2025/26/section/44', 'Renters’ Rights Act 2025, section 44'),
      legislation('ukpga/2025/26/section/46', 'Renters’ Rights Act 2025, section 46'),
      rentingHomesWales,
    ],
  },
]
