/**
 * Who may import whom, derived from the names of folders: a new domain or feature is covered on the day
 * that its folder appears.
 */
export type ZoneName =
  | 'values'
  | 'contract'
  | 'rules'
  | 'platform'
  | 'domain'
  | 'lib'
  | 'web-ui'
  | 'web-lib'
  | 'web-content'
  | 'web-feature'
  | 'web'
  | 'local'
  | 'kit'
  | 'test'
  | 'configuration'

export interface Zone {
  readonly name: ZoneName
  /** Which domain or feature, where the zone has several. */
  readonly part?: string
}

/** The first pattern that fits decides; its group names the part. */
const patterns: readonly (readonly [RegExp, ZoneName])[] = [
  [/^shared\/values\//, 'values'],
  [/^shared\/contract\//, 'contract'],
  [/^shared\/rules\//, 'rules'],
  [/^services\/platform\//, 'platform'],
  [/^services\/([^/]+)\//, 'domain'],
  [/^(?:lib|bin)\//, 'lib'],
  [/^web\/src\/ui\//, 'web-ui'],
  [/^web\/src\/lib\//, 'web-lib'],
  [/^web\/src\/content\//, 'web-content'],
  [/^web\/src\/features\/([^/]+)\//, 'web-feature'],
  [/^web\//, 'web'],
  [/^local\//, 'local'],
  [/^test\/kit\//, 'kit'],
  [/^test\//, 'test'],
  [/^[^/]+$/, 'configuration'],
]

/** The zone of a file; a folder that the project does not know is refused. */
export const zoneOf = (file: string): Zone => {
  for (const [pattern, name] of patterns) {
    const match = pattern.exec(file)
    if (match) return match[1] === undefined ? { name } : { name, part: match[1] }
  }
  throw new Error(`${file} is in a folder that local/tasks/walls/zones.ts does not know`)
}

const shared: readonly ZoneName[] = ['values', 'contract', 'rules']
const webParts: readonly ZoneName[] = ['web-ui', 'web-lib', 'web-content']

/** The zones that a zone may import beside its own part; of some zones only certain files are open. */
const openTo: Readonly<Record<ZoneName, readonly ZoneName[] | 'everything'>> = {
  values: [],
  contract: ['values'],
  rules: ['values'],
  platform: shared,
  domain: [...shared, 'platform'],
  lib: ['values', 'contract'],
  'web-ui': ['values'],
  'web-lib': shared,
  'web-content': [...shared, 'web-ui', 'web-lib'],
  'web-feature': [...shared, ...webParts],
  web: [...shared, ...webParts, 'web-feature'],
  local: [...shared, 'platform', 'domain', 'lib'],
  kit: [...shared, 'platform'],
  test: 'everything',
  configuration: 'everything',
}

/** What builds the site stands beside its sources. */
const buildOfSite = /^web\/build\.ts$/

/** Single files that a zone may import although it may not import their zone. */
const openFiles: Readonly<Partial<Record<ZoneName, readonly RegExp[]>>> = {
  domain: [/^services\/[^/]+\/public\.ts$/],
  lib: [/^services\/[^/]+\/[^/]+\/function\.ts$/, /^services\/platform\/(?:env|function)\.ts$/, buildOfSite],
  local: [buildOfSite],
}

export const isTestFile = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** Says whether `from` may import `to`; both are paths from the root of the project. */
export const mayImport = (from: string, to: string): boolean => {
  const source = zoneOf(from)
  const target = zoneOf(to)
  const open = openTo[source.name]
  if (open === 'everything') return true
  if (source.name === target.name && source.part === target.part) return true
  if (isTestFile(from) && target.name === 'kit') return true
  return open.includes(target.name) || (openFiles[source.name]?.some((file) => file.test(to)) ?? false)
}

const cloudPackage = /^(?:@aws-sdk\/|@smithy\/|aws-cdk-lib|constructs(?:\/|$)|cdk-nag)/

/** Says why a zone may not use a package, or undefined where it may. */
export const packageRefusal = (from: string, specifier: string, typeOnly: boolean): string | undefined => {
  const { name } = zoneOf(from)
  const cloudZones: readonly ZoneName[] = ['platform', 'lib', 'local', 'kit', 'test', 'configuration']
  if (cloudPackage.test(specifier) && !cloudZones.includes(name))
    return 'a cloud SDK stays in services/platform, lib, local and test'
  if (specifier === 'stripe' && !typeOnly && !cloudZones.includes(name))
    return 'Stripe is called in services/platform only; its types may be imported'
  if (specifier.startsWith('aws-amplify') && !name.startsWith('web') && !isTestFile(from))
    return 'aws-amplify belongs to web'
  if (specifier.startsWith('node:') && shared.includes(name) && !isTestFile(from))
    return 'shared runs in the browser too'
  return undefined
}
