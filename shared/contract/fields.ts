import * as z from 'zod/mini'
import { maxPasswordLength } from '../values/limits.ts'
import { reversalReasons } from '../values/reversal-reasons.ts'

/**
 * Characters rejected in a line: control characters and line separators, so that the text is safe in an email header;
 * lone surrogates, which cannot be stored as UTF-8; and bidirectional overrides, which can make a name look like
 * another.
 */
const rejectedInLine = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
/** Characters rejected in a longer text: the same, except tabs and line breaks. */
const rejectedInText = /(?![\t\n\r\u2028\u2029])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Characters without a shape: format characters such as zero-width spaces, and fillers. */
const invisible = /[\p{Cf}\u034f\u115f\u1160\u3164\uffa0]/gu
const visibleLength = (text: string): number => text.replace(invisible, '').trim().length

const hasNone = (rejected: RegExp) =>
  z.refine<string>((text) => !rejected.test(text), 'Please remove control characters')

interface RequiredText {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly rejected: RegExp
}

const required = ({ label, min, max, rejected }: RequiredText) =>
  z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(max, `Please use at most ${max} characters`),
      hasNone(rejected),
      (context) => {
        const text = context.value
        const length = visibleLength(text)
        if (length === 0)
          context.issues.push({ code: 'custom', message: `${label} is required`, input: text })
        else if (length < min)
          context.issues.push({
            code: 'custom',
            message: `${label} must be at least ${min} characters`,
            input: text,
          })
      },
    )

/** A required line of text. */
export const requiredLine = (label: string, min: number, max = 200) =>
  required({ label, min, max, rejected: rejectedInLine })

/** A required text of one or more lines. */
export const requiredText = (label: string, min: number, max: number) =>
  required({ label, min, max, rejected: rejectedInText })

const bounded = (max: number, rejected: RegExp) =>
  z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(max, `Please use at most ${max} characters`),
      hasNone(rejected),
    )

const nullIfBlank = (text: string | null | undefined): string | null =>
  text && visibleLength(text) > 0 ? text : null

const optional = (max: number, rejected: RegExp) =>
  z.pipe(
    z.nullish(bounded(max, rejected)),
    z.transform((text) => nullIfBlank(text)),
  )

/** A change of an optional line of text. Missing text changes nothing; blank or invisible text becomes `null`. */
export const changedLine = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(bounded(max, rejectedInLine)),
      z.transform((text) => nullIfBlank(text)),
    ),
  )

/** An optional line of text. Missing, blank or invisible text becomes `null`. */
export const optionalLine = (max: number) => optional(max, rejectedInLine)

/** An optional text of one or more lines. Missing, blank or invisible text becomes `null`. */
export const optionalText = (max: number) => optional(max, rejectedInText)

/** A text to search for, trimmed. It may be empty. */
export const searchText = (max: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(max, `Please use at most ${max} characters`), hasNone(rejectedInLine))

const invalidEmail = 'Please enter a valid email address'
/** RFC 5321 limits the part before the @. Mail servers reject longer ones. */
const maxLocalPartLength = 64

/** An email address, trimmed and in lower case, so that an address identifies one account however it is typed. */
export const email = z.string().check(
  z.trim(),
  z.minLength(1, 'Email is required'),
  z.maxLength(254, invalidEmail),
  z.email(invalidEmail),
  z.refine((address) => address.indexOf('@') <= maxLocalPartLength, invalidEmail),
  z.toLowerCase(),
)

/**
 * Length up to which Cognito accepts an address as the name of a user. It stores longer ones, but their owners could
 * not sign in.
 *
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html
 */
export const maxUsernameLength = 128

/** The address of an account, with which its owner signs in. */
export const accountEmail = email.check(
  z.maxLength(maxUsernameLength, `Please use an email address of at most ${maxUsernameLength} characters`),
)

const passwordUpTo = (max: number) =>
  z.string().check(
    z.maxLength(max, `Password must be at most ${max} characters`),
    z.refine((text) => text === text.trim(), 'Password cannot begin or end with a space'),
    z.refine(
      (text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text),
      'Password cannot contain control characters',
    ),
  )

/**
 * A password that Cognito accepts. Cognito rejects white space at either end and line breaks. A lone surrogate would be
 * sent to Cognito as another character.
 */
export const password = passwordUpTo(maxPasswordLength)

/** True if the chat is loaded in the page and the page is visible: the holder of a waiting pass would see a reply. */
export const inChat = z.optional(z.boolean())

/** The reason why a payment no longer counts. Absent while it counts, and before it is made. */
export const reversal = z.optional(z.enum(reversalReasons))

/** The body of operations without input. Accepts no body or any object, whose fields are ignored. */
export const nothing = z.looseObject({})

export const sessionId = z
  .string()
  .check(z.regex(/^cs_[A-Za-z0-9_]{1,200}$/, 'Please use the link from the payment page'))
