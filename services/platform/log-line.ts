/** The id of a Checkout Session. For a day after the payment, it gives access to a guest's pass. */
const sessionId = /cs_(test|live)_(\w+)/g

/** Shortens the ids of Checkout Sessions to their last six characters, which are enough to find one at Stripe. */
const withoutSessionIds = (_name: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(sessionId, (_id, mode: string, secret: string) => `cs_${mode}_...${secret.slice(-6)}`)
    : value

/**
 * Writes one log event as JSON, straight to stdout. Lambda would wrap the output of `console` as a string in another
 * object, and CloudWatch's queries and metrics could not read the fields.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
 */
export const writeLine = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line, withoutSessionIds)}\n`)
}
