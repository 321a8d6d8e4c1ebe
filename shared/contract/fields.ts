import * as z from 'zod'
import { maxPasswordLength } from '../values/limits.ts'

/* eslint-disable no-control-regex -- control characters are what these refuse */
/** None at all, so that the text can stand in a mail header or a log line. */
const onLines = /[\u0000-\u001f\u007f]/
/** Tabs and ends of lines are part of a longer text; nothing else is. */
const inTexts = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/* eslint-enable no-control-regex */

interface RequiredText {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly refused: RegExp
}

const required = ({ label, min, max, refused }: RequiredText) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine((text) => !refused.test(text), 'Please remove control characters')
    .check((context) => {
      const text = context.value
      if (text.length === 0)
        context.issues.push({ code: 'custom', message: `${label} is required`, input: text })
      else if (text.length < min)
        context.issues.push({
          code: 'custom',
          message: `${label} must be at least ${min} characters`,
          input: text,
        })
    })

/** A required line of text with the two messages that the forms show. */
export const requiredLine = (label: string, min: number, max = 200) =>
  required({ label, min, max, refused: onLines })

/** A required text of several lines, with the same messages. */
export const requiredText = (label: string, min: number, max: number) =>
  required({ label, min, max, refused: inTexts })

const addressPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+\.[^\s@"(),:;<>[\]\\]{2,}$/

/** An e-mail address, lower-cased: one person, one address, however it was typed. */
export const email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Please enter a valid email address')
  .refine((text) => addressPattern.test(text), 'Please enter a valid email address')
  .transform((text) => text.toLowerCase())

/**
 * A password that the user pool can keep and find again. Cognito's own pattern takes no white space at either
 * end and no end of a line within; half a surrogate pair would reach it as another character.
 */
export const password = z
  .string()
  .max(maxPasswordLength, `Password must be at most ${maxPasswordLength} characters`)
  .refine((text) => text === text.trim(), 'Password cannot begin or end with a space')
  .refine((text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text), 'Password cannot contain control characters')

/** No body and `{}` mean the same; what else a caller sends is ignored. */
export const nothing = z.looseObject({})

export const sessionId = z
  .string()
  .regex(/^cs_[A-Za-z0-9_]{1,200}$/, 'Please follow the link that the payment page gave you')
