export const hiringSteps = [
  [
    'Write to us',
    'Send us a page about yourself and your experience in lettings. There’s no form to fill in.',
  ],
  ['A first call', 'Talk to one of our advisers for half an hour about your work and ours.'],
  ['A practice chat', 'Answer three typical questions from members in writing.'],
  ['An offer', 'We agree your hours and how you’ll start.'],
] as const

export const duties = [
  'answer members’ questions about lettings in England and Wales by live chat',
  'explain clearly what the law says, what the options are, and when a solicitor is needed',
  'direct members to the right guide or template in the library, and tell us when one is missing',
] as const

export const requirements = [
  'several years in lettings, property management or housing advice',
  'a sound knowledge of lettings law in England, in Wales or in both',
  'clear, friendly writing under time pressure',
] as const
