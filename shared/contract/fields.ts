import * as z from 'zod'

/** Text on one line: no control characters, so that it can stand in a mail header or a log line. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    // eslint-disable-next-line no-control-regex -- control characters are what this refuses
    .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'Please remove control characters')

/** A required line of text with the two messages that the forms show. */
export const requiredLine = (label: string, min: number, max = 200) =>
  line(max).check((context) => {
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

const addressPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+\.[^\s@"(),:;<>[\]\\]{2,}$/

/** An e-mail address, lower-cased: one person, one address, however it was typed. */
export const email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Please enter a valid email address')
  .refine((text) => addressPattern.test(text), 'Please enter a valid email address')
  .transform((text) => text.toLowerCase())

/** No body and `{}` mean the same; what else a caller sends is ignored. */
export const nothing = z.looseObject({})

export const sessionId = z
  .string()
  .regex(/^cs_[A-Za-z0-9_]{1,200}$/, 'Please follow the link that the payment page gave you')
