import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  /** The behaviour of the emulator when it is asked for one. */
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

const withoutDependencies = (resource: Resource, dropped: ReadonlySet<string>): Resource => {
  if (resource.DependsOn === undefined) return resource
  const kept = [resource.DependsOn].flat().filter((id) => !dropped.has(id))
  return { ...resource, DependsOn: kept }
}

/** Removes the layers of functions: the emulator does not have AWS's secrets extension, so no secret can be read. */
const withoutLayers = (resource: Resource): Resource => {
  if (resource.Type !== 'AWS::Lambda::Function' || resource.Properties?.['Layers'] === undefined)
    return resource
  const { Layers: _, ...Properties } = resource.Properties
  return { ...resource, Properties }
}

/** Leaves out what the emulator lacks, in every template of the folder. Returns a line for each. */
export const dropUnsupported = (assembly: string): string[] => {
  const lines: string[] = []
  for (const file of readdirSync(assembly).filter((name) => name.endsWith('.template.json'))) {
    const path = join(assembly, file)
    const template: TemplateFile = JSON.parse(readFileSync(path, 'utf8'))
    const dropped = new Set<string>()
    for (const [id, resource] of Object.entries(template.Resources)) {
      const found = unsupported.find(({ matches }) => matches(resource))
      if (found === undefined) continue
      dropped.add(id)
      lines.push(`Left out ${file.replace('.template.json', '')}/${id} (${found.name}): ${found.symptom}.`)
    }
    const withLayers = Object.values(template.Resources).filter((one) => one !== withoutLayers(one)).length
    if (withLayers > 0)
      lines.push(`Left out the layer of ${withLayers} functions in ${file}: the secrets extension is absent.`)
    const Resources = Object.fromEntries(
      Object.entries(template.Resources)
        .filter(([id]) => !dropped.has(id))
        .map(([id, resource]) => [id, withoutLayers(withoutDependencies(resource, dropped))]),
    )
    writeFileSync(path, JSON.stringify({ ...template, Resources }))
  }
  return lines
}
