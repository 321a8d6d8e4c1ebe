import type { Operation } from '#shared/contract/operation.ts'

/** Id of an inbox item, a passkey, a referral link or a video. */
export const sampleId = 'a'.repeat(64)
export const sampleTicketId = '0123ABCD'
export const samplePath = 'library/guides_guide.pdf'

const passkeyResponse = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
}

/** Values that fit most fields of these names. */
const values = {
  address: '2 Example Row',
  city: 'Sampleton',
  code: '123456',
  companyName: 'Harbour Lettings (sample)',
  confirmPassword: 'Lantern-0123456789',
  country: 'wales',
  cutoff: '2026-03-01',
  email: 'nadia@people.example',
  endDate: '2026-03-31',
  event: 'started',
  firstName: 'Nadia',
  fullName: 'Nadia Oyelaran',
  groupBy: 'month',
  guest_key: 'sample',
  id: sampleId,
  item: samplePath,
  kind: 'complaint',
  lastName: 'Oyelaran',
  message: 'Who decides about the carpet?',
  name: 'Nadia Oyelaran',
  numberOfEmployees: 3,
  on: true,
  password: 'Lantern-0123456789',
  path: samplePath,
  paths: [samplePath],
  plan: 'monthly',
  postcode: 'ZZ1 1ZZ',
  query: 'deposit',
  reason: 'no-reply-needed',
  referrer_name: 'Idris Fenwright',
  refundMinor: 100,
  response: passkeyResponse,
  session_id: 'cs_test_sample',
  sign_up_id: 'sample',
  startDate: '2026-03-01',
  streetAddress: '2 Example Row',
  subject: 'A question',
  text: 'With notice, yes.',
  token: 'sample',
  title: 'A guide',
  topic: 'Carpets',
  url: 'https://www.youtube.com/watch?v=abcdefghijk',
  userType: 'agent',
}

/** Values for fields of the same name with another format. */
const exceptions: Readonly<Record<string, object>> = {
  'ask-follow-up': { id: sampleTicketId },
  'create-upload': { kind: 'guides', name: 'Guide.pdf', type: 'application/pdf', size: 1000 },
  'save-library-facts': { topic: 'deposits', lawAsAt: '2026-03-01', reviewBy: '2030-03-01' },
}

/**
 * Returns a body that the operation's schema accepts. Schemas ignore fields that they do not have.
 *
 * @throws Error if a new operation needs a value that is not listed here
 */
export const sampleBodyOf = ({ name, body }: Operation): string => {
  const sample = { ...values, ...exceptions[name] }
  const { error } = body.safeParse(sample)
  if (error !== undefined)
    throw new Error(
      `The sample body does not fit ${name}: add its values to test/reliability/fuzz/sample-body.ts. ${error.message}`,
    )
  return JSON.stringify(sample)
}
