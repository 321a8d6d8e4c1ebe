import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

interface Resource {
  readonly Type: string
  readonly Properties?: Record<string, unknown>
  DependsOn?: string | string[]
}

interface TemplateFile {
  Resources: Record<string, Resource>
}

interface Unsupported {
  readonly name: string
  /** The emulator's behaviour for such a resource, in words. */
  readonly symptom: string
  matches(resource: Resource): boolean
}

/** Resources that MiniStack 1.5 lacks. They are left out, because each would fail the stack that contains it. */
const unsupported: readonly Unsupported[] = [
  {
    name: "CDK's own functions",
    symptom:
      'the emulator runs them without the AWS SDK or the AWS command line, and the stack waits for them',
    matches: ({ Type }) =>
      ['Custom::S3AutoDeleteObjects', 'Custom::AWS', 'Custom::CDKBucketDeployment'].includes(Type),
  },
  {
    name: 'AWS::Budgets::Budget',
    symptom: 'the emulator has no budgets in CloudFormation',
    matches: ({ Type }) => Type === 'AWS::Budgets::Budget',
  },
  {
    name: 'AWS::CloudWatch::Dashboard',
    symptom: 'the emulator rejects the body of the dashboard',
    matches: ({ Type }) => Type === 'AWS::CloudWatch::Dashboard',
  },
  {
    name: 'alarms of metric math',
    symptom: 'the emulator requires MetricName',
    matches: ({ Type, Properties }) =>
      Type === 'AWS::CloudWatch::Alarm' && Properties?.['Metrics'] !== undefined,
  },
]

const environment = z.object({ Variables: z.record(z.string(), z.unknown()) })

const hasLayer = ({ Type, Properties }: Resource): boolean =>
  Type === 'AWS::Lambda::Function' && Array.isArray(Properties?.['Layers']) && Properties['Layers'].length > 0

const withoutDependencies = (resource: Resource, dropped: ReadonlySet<string>): Resource => {
  if (resource.DependsOn === undefined) return resource
  const kept = [resource.DependsOn].flat().filter((id) => !dropped.has(id))
  return { ...resource, DependsOn: kept }
}

/** Replaces the layer with AWS's secrets extension, which the emulator does not have, with the stand-in at a port. */
const withStandIn = (resource: Resource, secretsPort: number): Resource => {
  if (!hasLayer(resource)) return resource
  const { Layers: _, Environment, ...rest } = resource.Properties ?? {}
  const { Variables } = environment.parse(Environment)
  const PARAMETERS_SECRETS_EXTENSION_HTTP_PORT = String(secretsPort)
  return {
    ...resource,
    Properties: {
      ...rest,
      Environment: { Variables: { ...Variables, PARAMETERS_SECRETS_EXTENSION_HTTP_PORT } },
    },
  }
}

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

const generation = z.looseObject({ ExcludePunctuation: z.literal(true) })

/**
 * Lists all punctuation as excluded characters. Otherwise the emulator generates secrets with punctuation, which
 * separates the values of some secrets.
 */
const withoutPunctuation = (resource: Resource): Resource => {
  const GenerateSecretString = generation.safeParse(resource.Properties?.['GenerateSecretString']).data
  if (resource.Type !== 'AWS::SecretsManager::Secret' || GenerateSecretString === undefined) return resource
  const Properties = {
    ...resource.Properties,
    GenerateSecretString: { ...GenerateSecretString, ExcludeCharacters: punctuation },
  }
  return { ...resource, Properties }
}

/**
 * Leaves out what the emulator lacks, in every template of the folder. Returns a line for each.
 *
 * @param secretsPort port of the stand-in for the secrets extension
 */
export const dropUnsupported = (assembly: string, secretsPort: number): string[] => {
  const lines: string[] = []
  for (const file of readdirSync(assembly).filter((name) => name.endsWith('.template.json'))) {
    const path = join(assembly, file)
    const stack = file.replace('.template.json', '')
    const template: TemplateFile = JSON.parse(readFileSync(path, 'utf8'))
    const dropped = new Set<string>()
    for (const [id, resource] of Object.entries(template.Resources)) {
      const found = unsupported.find(({ matches }) => matches(resource))
      if (found === undefined) continue
      dropped.add(id)
      lines.push(`Left out ${stack}/${id} (${found.name}): ${found.symptom}.`)
    }
    const withLayer = Object.values(template.Resources).filter(hasLayer).length
    if (withLayer > 0)
      lines.push(
        `Left out the layer of functions of ${stack} (${withLayer}): the emulator has no secrets extension. A stand-in reads their secrets.`,
      )
    const secrets = Object.values(template.Resources).filter((one) => withoutPunctuation(one) !== one).length
    if (secrets > 0)
      lines.push(
        `Changed ${secrets} secrets of ${stack}: the emulator ignores ExcludePunctuation, so ExcludeCharacters lists it.`,
      )
    const adapted = (resource: Resource) =>
      withoutPunctuation(withStandIn(withoutDependencies(resource, dropped), secretsPort))
    const Resources = Object.fromEntries(
      Object.entries(template.Resources)
        .filter(([id]) => !dropped.has(id))
        .map(([id, resource]) => [id, adapted(resource)]),
    )
    writeFileSync(path, JSON.stringify({ ...template, Resources }))
  }
  return lines
}
