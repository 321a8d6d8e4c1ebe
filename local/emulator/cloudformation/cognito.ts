import type { UserPoolClientDefinition, UserPoolDefinition } from '#local/emulator/cognito/types.ts'
import { numberAt, textAt, valueAt, type ResolvedResource, type Reader } from './reader.ts'
import { isObject, listOf, textOf } from './template.ts'

const secondsPerUnit: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
}

/** Reads a token validity of a client in seconds. The number and its unit are separate properties. */
const validity = (
  resolved: ResolvedResource,
  name: string,
  unitByDefault: string,
  otherwise: number,
): number => {
  const amount = numberAt(resolved.properties, `${name}Validity`)
  if (!amount) return otherwise
  const unit = textAt(resolved.properties, `TokenValidityUnits.${name}`) ?? unitByDefault
  const seconds = secondsPerUnit[unit]
  if (seconds === undefined)
    throw new Error(`The emulator does not support the unit ${unit} of ${name}Validity`)
  return amount * seconds
}

const poolOf = (resolved: ResolvedResource): UserPoolDefinition => {
  const { properties, ref, attributes } = resolved
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

const clientOf = (resolved: ResolvedResource): UserPoolClientDefinition => {
  const textsOf = (name: string) => listOf(resolved.properties[name]).map((value) => textOf(value, name))
  return {
    id: resolved.ref,
    userPoolId: textAt(resolved.properties, 'UserPoolId') ?? '',
    explicitAuthFlows: textsOf('ExplicitAuthFlows'),
    // Cognito's defaults: one hour, and 30 days.
    accessTokenSeconds: validity(resolved, 'AccessToken', 'hours', 3600),
    idTokenSeconds: validity(resolved, 'IdToken', 'hours', 3600),
    refreshTokenSeconds: validity(resolved, 'RefreshToken', 'days', 30 * 86_400),
    rotationGraceSeconds:
      textAt(resolved.properties, 'RefreshTokenRotation.Feature') === 'ENABLED'
        ? (numberAt(resolved.properties, 'RefreshTokenRotation.RetryGracePeriodSeconds') ?? 0)
        : undefined,
    preventUserExistenceErrors: textAt(resolved.properties, 'PreventUserExistenceErrors') === 'ENABLED',
    writeAttributes: textsOf('WriteAttributes'),
  }
}

export interface CognitoResources {
  readonly pools: readonly UserPoolDefinition[]
  readonly clients: readonly UserPoolClientDefinition[]
  readonly groups: readonly { readonly userPoolId: string; readonly name: string }[]
}

/** Reads the user pools of the stacks, with their clients and groups. */
export const readCognito = (reader: Reader): CognitoResources => ({
  pools: reader.all('AWS::Cognito::UserPool').map(poolOf),
  clients: reader.all('AWS::Cognito::UserPoolClient').map(clientOf),
  groups: reader.all('AWS::Cognito::UserPoolGroup').map(({ properties }) => ({
    userPoolId: textAt(properties, 'UserPoolId') ?? '',
    name: textAt(properties, 'GroupName') ?? '',
  })),
})
