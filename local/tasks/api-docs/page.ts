import { operations } from '../../../shared/contract/index.ts'
import {
  pathOf,
  type CallerKind,
  type Operation,
  type RateLimit,
} from '../../../shared/contract/operation.ts'
import { maxBodyBytes } from '../../../shared/values/limits.ts'
import { openApi, refusalsOf } from './open-api.ts'

const callerWords: Readonly<Record<CallerKind, string>> = {
  anyone: 'anyone',
  eitherWay: 'anyone, or signed in',
  signedIn: 'signed in',
  member: 'members and admins',
  admin: 'admins',
}

const limitWords = ({ by, max, windowSeconds }: RateLimit) => `${max} in ${windowSeconds} s by ${by}`

const row = (operation: Operation) =>
  [
    `\`${pathOf(operation)}\``,
    operation.summary,
    callerWords[operation.caller],
    operation.limits.map(limitWords).join('; ') || '–',
    refusalsOf(operation)
      .filter((code) => operation.refusals.includes(code))
      .map((code) => `\`${code}\``)
      .join(', ') || '–',
  ].join(' | ')

/** docs/api.md: a table for people, and the OpenAPI document for tools. */
export const apiPage = (): string => `# API

Generated from \`shared/contract\` by \`npm run api-docs\`; \`npm run check\` fails when it is out of date.

Every operation is a \`POST\` with a JSON object of at most ${maxBodyBytes / 1024} KiB and answers JSON. A failure is an HTTP status and \`{"error":{"code","message"}}\`. Checks come in this order: size, content type, token, role, JSON, schema, rate, and then what the operation itself refuses.

| Operation | What it does | Who | Limits | Refuses beyond the common |
|---|---|---|---|---|
${operations.map((operation) => `| ${row(operation)} |`).join('\n')}

## OpenAPI

\`\`\`json
${JSON.stringify(openApi(), null, 2)}
\`\`\`
`
