import { operations } from '#shared/contract/index.ts'
import { pathOf, type CallerKind, type Operation, type RateLimit } from '#shared/contract/operation.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { errorsOf } from './open-api.ts'

const callerWords: Readonly<Record<CallerKind, string>> = {
  anyone: 'anyone',
  optionalAuth: 'anyone; a token is optional',
  signedIn: 'signed in',
  member: 'members and admins',
  anyAdmin: 'admins, even before the second factor',
  admin: 'admins',
}

const limitWords = ({ by, max, windowSeconds, beyond }: RateLimit) =>
  `${max} per ${windowSeconds} s by ${by}${beyond ? `, then ${beyond.perNetwork} by network` : ''}`

const row = (operation: Operation) =>
  [
    `\`${pathOf(operation)}\``,
    operation.summary,
    callerWords[operation.caller],
    operation.limits.map(limitWords).join('; ') || '–',
    errorsOf(operation)
      .filter((code) => operation.errors.includes(code))
      .map((code) => `\`${code}\``)
      .join(', ') || '–',
  ].join(' | ')

/** Returns docs/api.md: a table of all operations. */
export const apiPage = (): string => `# API

Generated from \`shared/contract\` by \`npm run api-docs\`. \`npm run check\` fails when this page or [openapi.json](openapi.json) is out of date.

Every operation is a \`POST\` with a JSON object of at most ${maxBodyBytes / 1024} KiB and returns JSON. A failure is an HTTP status and \`{"error":{"code","message"}}\`; the header \`x-request-id\` identifies the request in the logs. Unknown paths and methods return \`not_found\` in the same format. Checks run in this order: size, content type, token, role, JSON, schema, rate limit, and then the operation's own errors.

API Gateway generates some errors itself, before a function runs, and their format cannot be changed: \`{"message"}\`, with the request id in the header \`apigw-requestid\`. These are 401 and 403 for a missing or unsuitable token, 413 above 10 MB, 429 above the rate of the whole API, and 500 and 503 when a function does not run. The pages convert each to the API error of the same status.

| Operation | Description | Callers | Rate limits | Own errors |
|---|---|---|---|---|
${operations.map((operation) => `| ${row(operation)} |`).join('\n')}
`
