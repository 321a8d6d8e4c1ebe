/**
 * Writes one log event as JSON, straight to stdout. Lambda would wrap the output of `console` as a string in an object
 * of its own, and CloudWatch's queries and metrics could not read the fields.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
 */
export const writeLine = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
