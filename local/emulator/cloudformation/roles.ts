import type { PolicyStatement } from '#local/emulator/protocol/identity.ts'
import type { Reader } from './reader.ts'
import { listOf, objectOf, textOf, type Json } from './template.ts'

const textsOf = (value: Json | undefined, what: string): string[] =>
  listOf(value).map((item) => textOf(item, what))

const statementOf = (value: Json): PolicyStatement => {
  const statement = objectOf(value, 'A policy statement')
  if ('NotAction' in statement || 'NotResource' in statement || 'Principal' in statement)
    throw new Error(`The emulator does not support this policy statement: ${JSON.stringify(statement)}`)
  return {
    Effect: statement['Effect'] === 'Deny' ? 'Deny' : 'Allow',
    Action: textsOf(statement['Action'], 'Action'),
    Resource: textsOf(statement['Resource'], 'Resource'),
    ...(statement['Condition'] === undefined ? {} : { Condition: statement['Condition'] }),
  }
}

const statementsOf = (document: Json | undefined): PolicyStatement[] =>
  listOf(objectOf(document, 'PolicyDocument')['Statement']).map(statementOf)

/**
 * Reads the permissions of each role by its ARN: its inline policies and the AWS::IAM::Policy resources that
 * name it. Ignores the AWS managed basic policies: they grant only logs and traces, which are not emulated.
 */
export const readRoles = (reader: Reader): ReadonlyMap<string, readonly PolicyStatement[]> => {
  const byName = new Map<string, PolicyStatement[]>()
  const arns = new Map<string, string>()
  for (const role of reader.all('AWS::IAM::Role')) {
    const inline = listOf(role.properties['Policies']).flatMap((policy) =>
      statementsOf(objectOf(policy, 'A policy of a role')['PolicyDocument']),
    )
    byName.set(role.ref, inline)
    arns.set(role.ref, role.attributes['Arn'] ?? '')
  }
  for (const policy of reader.all('AWS::IAM::Policy'))
    for (const name of textsOf(policy.properties['Roles'], 'Roles'))
      byName.get(name)?.push(...statementsOf(policy.properties['PolicyDocument']))
  return new Map([...byName].map(([name, statements]) => [arns.get(name) ?? name, statements]))
}
