import type { Operation } from '#shared/contract/operation.ts'

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
  email: 'nadia@people.example',
  event: 'started',
  firstName: 'Nadia',
  fullName: 'Nadia Oyelaran',
  guest_key: 'sample',
  id: 'a'.repeat(64),
  item: 'library/guides_guide.pdf',
  lastName: 'Oyelaran',
  message: 'Who decides about the carpet?',
  name: 'Nadia Oyelaran',
  numberOfEmployees: 3,
  on: true,
  password: 'Lantern-0123456789',
  path: 'library/guides_guide.pdf',
  paths: ['library/guides_guide.pdf'],
  plan: 'monthly',
  postcode: 'ZZ1 1ZZ',
  query: 'deposit',
  refundMinor: 100,
  response: passkeyResponse,
  session_id: 'cs_test_sample',
  sign_up_id: 'sample',
  streetAddress: '2 Example Row',
  subject: 'A question',
  text: 'With notice, yes.',
  token: 'sample',
  topic: 'Carpets',
  userType: 'agent',
}

/** Values for fields of the same name with another format. */
const exceptions: Readonly<Record<string, object>> = {
  'ask-follow-up': { id: '0123ABCD' },
}

/**
 * Returns a body that the operation's schema accepts. Schemas ignore fields that they do not have.
 *
 * @throws Error if a new operation needs a value that is not listed here
 */
export const sampleBodyOf = ({ name, body }: Operation): string => {
  const sample = { ...values, ...exceptions[name] }
  const { error } = body.safeParse(sample)
  if (error !== undefined) throw new Error(`The sample body does not fit ${name}: ${error.message}`)
  return JSON.stringify(sample)
}
