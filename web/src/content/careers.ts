export const hiringSteps = [
  ['You write to us', 'A page about yourself and your experience in lettings. No form to fill in.'],
  ['A first call', 'Half an hour with one of our advisers, about your work and ours.'],
  ['A practice chat', 'Three questions of the kind that members ask, answered in writing.'],
  ['An offer', 'We agree your hours, and how you begin.'],
] as const

export const duties = [
  'answer members’ questions on lettings in England and Wales by live chat',
  'say plainly what the law is, what the options are, and when a solicitor is needed',
  'point to the right guide or template in the library, and tell us when one is missing',
] as const

export const wanted = [
  'several years in lettings, property management or housing advice',
  'a sure hand with the law of England, of Wales or of both',
  'clear, friendly writing under time pressure',
] as const
