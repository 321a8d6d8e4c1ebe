/** The drawings of the features. */
export type DrawingName = 'letterbox' | 'shelf' | 'lamp' | 'notice' | 'board' | 'teapot'

export interface Feature {
  readonly title: string
  readonly text: string
  readonly drawing: DrawingName
  readonly comingSoon?: boolean
}

export const features: readonly Feature[] = [
  {
    title: 'Live chat with experts',
    text: 'Ask a human adviser who knows lettings law and practice. Keep asking until the answer is clear.',
    drawing: 'letterbox',
  },
  {
    title: 'Document hub and member library',
    text: 'Fact sheets, guides, checklists, forms, streaming videos and templates, such as a notice for belongings left behind.',
    drawing: 'shelf',
  },
  {
    title: 'A 24/7 resource hub',
    text: 'Use it outside chat hours too. Members can also submit a ticket, which we answer the next working day.',
    drawing: 'lamp',
  },
  {
    title: 'Compliance updates',
    text: 'Industry compliance updates explain what’s changing and what it means for you. Downloadable resources help you act on them.',
    drawing: 'notice',
  },
  {
    title: 'Business development',
    text: 'Ideas and material to help you win and keep landlords.',
    drawing: 'board',
    comingSoon: true,
  },
  {
    title: 'Monthly Q&A sessions',
    text: 'An hour of questions and answers with our advisers.',
    drawing: 'teapot',
    comingSoon: true,
  },
]

export const expertise = [
  'Residential Lettings',
  'Rent2Rent',
  'Student Accommodation',
  'HMO Management',
  'Deposit Disputes',
  'Eviction Procedures',
  'Property Inspections',
  'Rent Reviews',
  'Early termination',
  'Legal Compliance',
] as const

/** Questions of the FAQ that the home page links to, by the id of the answer. A test compares them with the FAQ. */
export const commonQuestions = [
  ['access', 'My tenant refuses access. What can I do?'],
  ['section-8', 'Can I serve section 8 together with section 21?'],
  ['locks', 'Can I change the locks?'],
  ['holding-deposit', 'When can I withhold a holding deposit?'],
  ['deposit-disputes', 'How is a deposit dispute decided?'],
  ['belongings', 'The tenant has left belongings behind. Can I dispose of them?'],
] as const

export const promises = ['Secure payment', 'No hidden fees', 'Money back guarantee'] as const
