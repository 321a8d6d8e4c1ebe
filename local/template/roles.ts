import type { PolicyStatement } from '../types.ts'
import type { Reader } from './reader.ts'
import { listOf, objectOf, textOf, type Json } from './template.ts'

const texts = (value: Json | undefined, what: string): string[] =>
  listOf(value).map((item) => textOf(item, what))

const statementOf = (value: Json): PolicyStatement => {
  const statement = objectOf(value, 'A policy statement')
  if ('NotAction' in statement || 'NotResource' in statement || 'Principal' in statement)
    throw new Error(`The local cloud does not know this policy statement: ${JSON.stringify(statement)}`)
  return {
    Effect: statement['Effect'] === 'Deny' ? 'Deny' : 'Allow',
    Action: texts(statement['Action'], 'Action'),
    Resource: texts(statement['Resource'], 'Resource'),
    ...(statement['Condition'] === undefined ? {} : { Condition: statement['Condition'] }),
  }
}

const statementsOf = (document: Json | undefined): PolicyStatement[] =>
  listOf(objectOf(document, 'PolicyDocument')['Statement']).map(statementOf)

/**
 * What each role may do, by the role's ARN: its inline policies and the AWS::IAM::Policy resources that name it.
 * AWS's managed basic policies grant logs and traces only, which nothing here asks for.
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
    for (const name of texts(policy.properties['Roles'], 'Roles'))
      byName.get(name)?.push(...statementsOf(policy.properties['PolicyDocument']))
  return new Map([...byName].map(([name, statements]) => [arns.get(name) ?? name, statements]))
}
