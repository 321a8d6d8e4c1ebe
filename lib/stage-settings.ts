import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { projectRoot } from './bundle-functions.ts'
import { nearestTo } from './nearest.ts'

/** Letters, digits and hyphens between dots, with at least one dot. */
const hostName = z
  .string()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must be a host name')

/** Names that never receive email (RFC 2606, RFC 6761). */
const reservedName = /(^|[.@])(example|invalid|test|localhost|example\.(com|net|org))$/

/** Returns whether the domain of an address is reserved for examples or tests. It never receives email. */
export const isSampleAddress = (address: string): boolean => reservedName.test(address)

const sender = z
  .email('must be an email address')
  .refine((address) => !isSampleAddress(address), 'is a sample address: use one of a domain that you own')

/**
 * The regions that every account has. CloudFront does not store access logs in the others, which accounts opt in to, so
 * the web stack could not be deployed there.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging-legacy-s3.html
 */
const regionsOfEveryAccount =
  /^(eu-central-1|eu-north-1|eu-west-[123]|us-(east|west)-[12]|ca-central-1|sa-east-1|ap-northeast-[123]|ap-south-1|ap-southeast-[12])$/

const identifier = z.string().regex(/^[A-Za-z0-9]+$/, 'must contain letters and digits only')

/** Each value becomes part of a script address or a security policy, so its format is checked. */
const chat = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('tawk'), propertyId: identifier, widgetId: identifier }),
  z.strictObject({
    provider: z.literal('chatwoot'),
    baseUrl: z.string().regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'must look like https://chat.advice.example'),
    websiteToken: identifier,
    country: z
      .string()
      .regex(/^(?:the )?\p{Lu}[\p{L} ]{1,59}$/u, 'must look like Ireland or the United States'),
  }),
])

const restoredTable = z.strictObject({
  /** A table that was deleted is restored under the name that CloudFormation gave it. */
  name: z
    .string()
    .regex(/^advice-[a-z]+-(?:restored-\w+|data-Table[\w-]+)$/, 'must be the name of a restored table'),
  streamArn: z
    .string()
    .regex(
      /^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/\S+$/,
      'must be the ARN of its stream',
    ),
  /** Stored until the switch to the table is complete: the table that was in use, and the time of the comparison. */
  unfinishedSwitch: z.strictObject({ from: z.string(), since: z.iso.datetime() }).optional(),
})

/** The settings in `stages/<name>.json`. docs/new-stage.md describes each one. */
const settings = z.strictObject({
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the twelve digits of an AWS account')
    .optional(),
  gitHubProviderArn: z
    .string()
    .regex(
      /^arn:aws:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
      "must be the ARN of the account's OIDC provider for GitHub",
    )
    .optional(),
  region: z
    .string()
    .regex(regionsOfEveryAccount, 'must be an AWS region that needs no opt-in, such as eu-west-2'),
  siteDomain: hostName.optional(),
  certificateArn: z
    .string()
    .regex(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/,
      "must be the ARN of a certificate in us-east-1, where CloudFront's certificates are",
    )
    .optional(),
  firewallArn: z
    .string()
    .regex(
      /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[0-9a-f-]{36}$/,
      'must be the ARN of a firewall in us-east-1, as bin/firewall.ts prints it',
    )
    .optional(),
  passkeyDomain: hostName.optional(),
  mailFrom: sender.optional(),
  alarmEmail: z.email('must be an email address').optional(),
  monthlyBudgetDollars: z.int().positive(),
  reservesConcurrency: z.boolean().default(false),
  hstsIncludeSubDomains: z.boolean().default(false),
  originSecretVersions: z
    .array(z.string().regex(/^[A-Za-z0-9-]{32,64}$/, 'must be the id of a version of the secret'))
    .max(2, 'has at most two versions: the new one and the one that it replaces')
    .default([]),
  restoredTable: restoredTable.optional(),
  chat: chat.optional(),
})

export type StageSettings = z.output<typeof settings>

/** The names of all settings of a stage. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

const knownNames = [
  ...settingNames,
  'unfinishedSwitch',
  'provider',
  'propertyId',
  'widgetId',
  'baseUrl',
  'websiteToken',
  'country',
  'name',
  'streamArn',
]

const linesOf = (issue: z.core.$ZodIssue): string[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const nearest = nearestTo(key, knownNames)
      return `${nameOf([...issue.path, key])} is not a setting${nearest ? `; did you mean ${nearest}?` : ''}`
    })
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  return [
    `${nameOf(issue.path)} ${isMissing ? 'is missing' : issue.message.replace(/^Invalid/, 'is invalid: invalid')}`,
  ]
}

/**
 * Checks the settings of a stage.
 *
 * @throws Error that lists everything that is wrong
 */
export const parseSettings = (file: string, value: unknown): StageSettings => {
  const parsed = settings.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new Error(`${file}: ${parsed.error.issues.flatMap(linesOf).join('; ')}.`)
}

/** Path of a stage's settings from the project's root. */
export const settingsFile = (stage: string): string => `stages/${stage}.json`

/** Reads and checks the settings of a stage. */
export const readSettings = (stage: string): StageSettings => {
  const file = settingsFile(stage)
  const text = readFileSync(join(projectRoot, file), 'utf8')
  try {
    return parseSettings(file, JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Error(`${file} is not JSON: ${error.message}`, { cause: error })
    throw error
  }
}
