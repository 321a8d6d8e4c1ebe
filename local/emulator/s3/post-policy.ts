import { AwsError } from '../protocol/aws-error.ts'
import { loadIdentity, type Identities, type Identity } from '../protocol/identity.ts'
import { parseCredential, sameSignature, signText } from '../protocol/sigv4.ts'
import type { ReceiveLimits } from './receive.ts'

type Fields = ReadonlyMap<string, string>

const denied = (reason: string) => new AwsError('AccessDenied', 403, `Invalid according to Policy: ${reason}`)

const invalid = (reason: string) => new AwsError('InvalidPolicyDocument', 400, `Invalid Policy: ${reason}`)

interface Policy {
  readonly expiration: Date
  readonly conditions: readonly unknown[]
}

const parsePolicy = (base64: string): Policy => {
  let parsed: { expiration?: unknown; conditions?: unknown }
  try {
    parsed = JSON.parse(Buffer.from(base64, 'base64').toString()) as typeof parsed
  } catch {
    throw invalid('Invalid JSON.')
  }
  const expiration = new Date(String(parsed.expiration))
  if (Number.isNaN(expiration.getTime()) || !Array.isArray(parsed.conditions)) {
    throw invalid('expiration or conditions missing')
  }
  return { expiration, conditions: parsed.conditions }
}

/** Returns the signer of a form's policy. Throws S3's error if the signature is missing or invalid. */
export const signerOfPolicy = (fields: Fields, identities: Identities, region: string): Identity => {
  const policy = fields.get('policy')
  const credential = parseCredential(fields.get('x-amz-credential') ?? '')
  if (!policy) throw new AwsError('AccessDenied', 403, 'Access Denied')
  if (!credential || fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') {
    throw new AwsError('InvalidArgument', 400, 'The form is not signed with AWS4-HMAC-SHA256')
  }
  const identity = loadIdentity(identities, credential.accessKeyId, fields.get('x-amz-security-token') ?? '')
  const signature = signText(identity.secretAccessKey, credential, policy)
  const isInScope = credential.service === 's3' && credential.region === region
  if (!isInScope || !sameSignature(signature, fields.get('x-amz-signature') ?? '')) {
    throw new AwsError(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided.',
    )
  }
  return identity
}

/**
 * Fields that a policy may omit:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
const isExempt = (name: string): boolean =>
  ['x-amz-signature', 'file', 'policy', 'bucket'].includes(name) || name.startsWith('x-ignore-')

interface Rule {
  readonly field: string
  readonly kind: 'eq' | 'starts-with'
  readonly value: string
}

const readCondition = (condition: unknown): { rules: Rule[]; limits?: ReceiveLimits } => {
  if (!Array.isArray(condition)) {
    const entries = Object.entries(condition as Record<string, unknown>)
    return {
      rules: entries.map(([name, value]) => ({
        field: name.toLowerCase(),
        kind: 'eq',
        value: String(value),
      })),
    }
  }
  const [kind, first, second] = condition as unknown[]
  if (kind === 'content-length-range')
    return { rules: [], limits: { minBytes: Number(first), maxBytes: Number(second) } }
  if (kind !== 'eq' && kind !== 'starts-with') throw invalid(`unknown condition ${String(kind)}`)
  return { rules: [{ field: String(first).replace(/^\$/, '').toLowerCase(), kind, value: String(second) }] }
}

const holds = (rule: Rule, actual: string): boolean =>
  rule.kind === 'eq' ? actual === rule.value : actual.startsWith(rule.value)

/** Checks a form against its policy and returns the size limits for its file. Throws S3's error. */
export const checkPolicy = (fields: Fields, now: Date): ReceiveLimits => {
  const policy = parsePolicy(fields.get('policy') ?? '')
  if (policy.expiration <= now) throw denied('Policy expired.')
  const conditions = policy.conditions.map(readCondition)
  const rules = conditions.flatMap((condition) => condition.rules)
  for (const rule of rules) {
    if (!holds(rule, fields.get(rule.field) ?? '')) {
      throw denied(`Policy Condition failed: ["${rule.kind}", "$${rule.field}", "${rule.value}"]`)
    }
  }
  const mentioned = new Set(rules.map(({ field }) => field))
  const extra = [...fields.keys()].filter((name) => !isExempt(name) && !mentioned.has(name))
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`)
  return Object.assign({}, ...conditions.map(({ limits }) => limits ?? {})) as ReceiveLimits
}
