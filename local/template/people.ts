import type { UserPoolClientDefinition, UserPoolDefinition } from '../types.ts'
import { numberAt, textAt, valueAt, type Built, type Reader } from './reader.ts'
import { isObject, listOf, textOf } from './template.ts'

const secondsPerUnit: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
}

/** A validity of a client in seconds: a number and, elsewhere, its unit. */
const validity = (built: Built, name: string, unitByDefault: string, otherwise: number): number => {
  const amount = numberAt(built.properties, `${name}Validity`)
  if (!amount) return otherwise
  const unit = textAt(built.properties, `TokenValidityUnits.${name}`) ?? unitByDefault
  const seconds = secondsPerUnit[unit]
  if (seconds === undefined)
    throw new Error(`The local cloud does not know the unit ${unit} of ${name}Validity`)
  return amount * seconds
}

const poolOf = (built: Built): UserPoolDefinition => {
  const { properties, ref, attributes } = built
  const config = properties['LambdaConfig']
  const triggers = Object.entries(isObject(config) ? config : {}).map(([name, value]) => {
    if (name === 'PreTokenGenerationConfig' && isObject(value))
      return ['PreTokenGeneration', textOf(value['LambdaArn'], name)]
    return [name, textOf(value, name)]
  })
  return {
    id: ref,
    arn: attributes['Arn'] ?? '',
    name: textAt(properties, 'UserPoolName') ?? ref,
    triggers: Object.fromEntries(triggers),
    minPasswordLength: numberAt(properties, 'Policies.PasswordPolicy.MinimumLength') ?? 8,
    selfSignUp: valueAt(properties, 'AdminCreateUserConfig.AllowAdminCreateUserOnly') !== true,
  }
}

const clientOf = (built: Built): UserPoolClientDefinition => {
  const texts = (name: string) => listOf(built.properties[name]).map((value) => textOf(value, name))
  return {
    id: built.ref,
    userPoolId: textAt(built.properties, 'UserPoolId') ?? '',
    explicitAuthFlows: texts('ExplicitAuthFlows'),
    // Cognito's own defaults: an hour, and 30 days.
    accessTokenSeconds: validity(built, 'AccessToken', 'hours', 3600),
    idTokenSeconds: validity(built, 'IdToken', 'hours', 3600),
    refreshTokenSeconds: validity(built, 'RefreshToken', 'days', 30 * 86_400),
    preventUserExistenceErrors: textAt(built.properties, 'PreventUserExistenceErrors') === 'ENABLED',
    writeAttributes: texts('WriteAttributes'),
  }
}

export interface People {
  readonly pools: readonly UserPoolDefinition[]
  readonly clients: readonly UserPoolClientDefinition[]
  readonly groups: readonly { readonly userPoolId: string; readonly name: string }[]
}

/** The user pools of the stacks, their clients and groups. */
export const readPeople = (reader: Reader): People => ({
  pools: reader.all('AWS::Cognito::UserPool').map(poolOf),
  clients: reader.all('AWS::Cognito::UserPoolClient').map(clientOf),
  groups: reader.all('AWS::Cognito::UserPoolGroup').map(({ properties }) => ({
    userPoolId: textAt(properties, 'UserPoolId') ?? '',
    name: textAt(properties, 'GroupName') ?? '',
  })),
})
