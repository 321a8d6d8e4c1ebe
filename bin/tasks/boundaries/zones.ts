/** Import boundaries, derived from folder names, so that a new domain or feature is covered from its first file. */
export type ZoneName =
  | 'values'
  | 'contract'
  | 'rules'
  | 'platform'
  | 'domain'
  | 'lib'
  | 'task'
  | 'web-ui'
  | 'web-lib'
  | 'web-components'
  | 'web-content'
  | 'web-feature'
  | 'web'
  | 'web-build'
  | 'local'
  | 'local-kit'
  | 'local-emulator'
  | 'local-stripe'
  | 'local-chat'
  | 'local-cloud'
  | 'local-seed'
  | 'local-control'
  | 'local-console'
  | 'kit'
  | 'test'
  | 'configuration'

export interface Zone {
  readonly name: ZoneName
  /** The domain or feature, in zones that have several. */
  readonly part?: string
}

/** The first matching pattern decides. Its group names the part. */
const patterns: readonly (readonly [RegExp, ZoneName])[] = [
  [/^shared\/values\//, 'values'],
  [/^shared\/contract\//, 'contract'],
  [/^shared\/rules\//, 'rules'],
  [/^services\/platform\//, 'platform'],
  [/^services\/([^/]+)\//, 'domain'],
  [/^lib\//, 'lib'],
  [/^bin\//, 'task'],
  [/^web\/src\/ui\//, 'web-ui'],
  [/^web\/src\/lib\//, 'web-lib'],
  [/^web\/src\/components\//, 'web-components'],
  [/^web\/src\/content\//, 'web-content'],
  [/^web\/src\/features\/([^/]+)\//, 'web-feature'],
  [/^web\/build\//, 'web-build'],
  [/^web\//, 'web'],
  [/^local\/kit\//, 'local-kit'],
  [/^local\/emulator\//, 'local-emulator'],
  [/^local\/stripe\//, 'local-stripe'],
  [/^local\/chat\//, 'local-chat'],
  [/^local\/cloud\//, 'local-cloud'],
  [/^local\/seed\//, 'local-seed'],
  [/^local\/control\//, 'local-control'],
  [/^local\/console\//, 'local-console'],
  [/^local\//, 'local'],
  [/^test\/kit\//, 'kit'],
  [/^test\//, 'test'],
  [/^[^/]+$/, 'configuration'],
]

/** Returns the zone of a file. Throws for an unknown folder. */
export const zoneOf = (file: string): Zone => {
  for (const [pattern, name] of patterns) {
    const match = pattern.exec(file)
    if (match) return match[1] === undefined ? { name } : { name, part: match[1] }
  }
  throw new Error(`${file} is in a folder that bin/tasks/boundaries/zones.ts does not list`)
}

const shared: readonly ZoneName[] = ['values', 'contract', 'rules']
const localEmulators: readonly ZoneName[] = ['local-emulator', 'local-stripe', 'local-chat']
const localParts: readonly ZoneName[] = [
  'local-kit',
  ...localEmulators,
  'local-cloud',
  'local-seed',
  'local-control',
  'local-console',
]
const webParts: readonly ZoneName[] = ['web-ui', 'web-lib', 'web-components', 'web-content']

/** Zones that a zone may import besides its own part. */
const allowed: Readonly<Record<ZoneName, readonly ZoneName[] | 'everything'>> = {
  values: [],
  contract: ['values'],
  rules: ['values'],
  platform: shared,
  domain: [...shared, 'platform'],
  lib: ['values', 'contract'],
  'web-ui': ['values'],
  'web-lib': shared,
  'web-components': [...shared, 'web-ui', 'web-lib'],
  'web-content': [...shared, 'web-ui', 'web-lib', 'web-components'],
  'web-feature': [...shared, ...webParts],
  web: [...shared, ...webParts, 'web-feature'],
  'web-build': [...shared, ...webParts, 'web'],
  task: [...shared, 'platform', 'domain', 'lib', 'local', ...localParts, 'web-build'],
  local: localParts,
  'local-kit': [],
  'local-emulator': ['local-kit'],
  'local-stripe': ['local-kit'],
  'local-chat': [...shared, 'platform', 'domain', 'local-kit'],
  'local-cloud': [...shared, 'lib', 'web-build', 'local-kit', ...localEmulators],
  'local-seed': [...shared, 'platform', 'lib'],
  'local-control': [...shared, 'platform', 'local-kit', ...localEmulators, 'local-cloud', 'local-seed'],
  'local-console': ['local-kit', 'local-control'],
  kit: [...shared, 'platform', 'local-kit'],
  test: 'everything',
  configuration: 'everything',
}

/** Domains that build on each other. A higher layer may import every file of a lower one, and not the other way. */
const layers: Readonly<Record<string, readonly string[]>> = {
  subscriptions: ['payments'],
  passes: ['payments'],
  withdrawals: ['payments', 'subscriptions', 'passes'],
  numbers: ['payments'],
  'stripe-events': ['payments', 'subscriptions', 'passes'],
}

const layered = new Set([...Object.keys(layers), ...Object.values(layers).flat()])

/**
 * Applies the layers to an import between two layered domains, `public.ts` included. Returns undefined for other
 * imports.
 */
const layersAllow = (source: Zone, target: Zone): boolean | undefined => {
  if (source.part === undefined || target.part === undefined) return undefined
  if (source.name !== 'domain' || target.name !== 'domain') return undefined
  if (!layered.has(source.part) || !layered.has(target.part)) return undefined
  return layers[source.part]?.includes(target.part) ?? false
}

/** Single files that a zone may import although their zone is closed to it. */
const allowedFiles: Readonly<Partial<Record<ZoneName, readonly RegExp[]>>> = {
  // Handlers on a table in memory, for the tests of several folders, and the emulator of the chat provider.
  kit: [
    /^services\/(?:account|email|identity|inbox|library|passes|passkeys|payments|referrals|subscriptions|withdrawals)\//,
    /^services\/(?:contact|tickets)\/public\.ts$/,
    /^local\/chat\/server\.ts$/,
    // Tests run the admin command in their own process.
    /^bin\/tasks\/admin\/run\.ts$/,
  ],
  domain: [/^services\/[^/]+\/public\.ts$/],
  // Copied accounts need the search entries that sign-up writes.
  'local-control': [/^services\/[^/]+\/public\.ts$/],
  'web-ui': [/^web\/src\/lib\/(?:import-code|store)\.ts$/],
  lib: [
    /^services\/[^/]+\/[^/]+\/function\.ts$/,
    /^services\/platform\/(?:env|function)\.ts$/,
    // The content security policy allows this inline script by its hash.
    /^web\/build\/live-door\.ts$/,
  ],
}

export const isTestFile = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** Returns whether `from` may import `to`. Both are paths from the project's root. */
export const mayImport = (from: string, to: string): boolean => {
  const source = zoneOf(from)
  const target = zoneOf(to)
  const open = allowed[source.name]
  if (open === 'everything') return true
  if (source.name === target.name && source.part === target.part) return true
  if (isTestFile(from) && target.name === 'kit') return true
  return (
    layersAllow(source, target) ??
    (open.includes(target.name) || (allowedFiles[source.name]?.some((file) => file.test(to)) ?? false))
  )
}

const cloudPackage = /^(?:@aws-sdk\/|@smithy\/|aws-cdk-lib|constructs(?:\/|$)|cdk-nag)/

/** Returns the reason why a zone may not use a package, or undefined if it may. */
export const packageViolation = (from: string, specifier: string, typeOnly: boolean): string | undefined => {
  const { name } = zoneOf(from)
  const cloudZones: readonly ZoneName[] = [
    'platform',
    'lib',
    'task',
    'local',
    ...localParts,
    'kit',
    'test',
    'configuration',
  ]
  if (cloudPackage.test(specifier) && !cloudZones.includes(name))
    return 'a cloud SDK stays in services/platform, lib, local and test'
  if (specifier === 'stripe' && !typeOnly && !cloudZones.includes(name))
    return 'Stripe is called in services/platform only; its types may be imported'
  // The smoke test of a stage signs in like the pages.
  const signsIn = name.startsWith('web') || from.startsWith('bin/tasks/smoke/')
  if (specifier.startsWith('aws-amplify') && !signsIn && !isTestFile(from))
    return 'aws-amplify belongs to web'
  if (specifier.startsWith('node:') && shared.includes(name) && !isTestFile(from))
    return 'shared runs in the browser too'
  return undefined
}
