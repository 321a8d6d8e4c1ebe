/**
 * Writes one event of the log as JSON, past the console: Lambda would put what the console says, as text, into an
 * object of its own, in which neither CloudWatch's queries nor its metrics find a field.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
 */
export const writeLine = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
