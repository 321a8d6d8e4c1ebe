import * as z from 'zod'

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional(), dev: z.boolean().optional() })),
})

/** Licences that allow use, change and distribution with nothing more than a notice. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
])

/** Accepted for development too: these packages are not part of what is deployed. */
const permissiveInDevelopment = new Set([
  ...permissive,
  // The conditions of this licence concern changed files of the package itself.
  'MPL-2.0',
  // A font may be embedded, and its files keep their licence.
  'OFL-1.1',
  'Python-2.0',
])

/** Returns whether a choice (`A OR B`) or a combination (`A AND B`) of licences is accepted. */
const isAccepted = (licence: string, accepted: ReadonlySet<string>): boolean => {
  const text = licence.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some((one) => isAccepted(one, accepted))
  return text.split(' AND ').every((one) => accepted.has(one))
}

/** Lists the packages of a lock file whose licence is missing or not accepted. */
export const licenceProblems = (lock: unknown): string[] =>
  Object.entries(lockFile.parse(lock).packages).flatMap(([path, { license, dev }]) => {
    // The project itself has no path.
    if (path === '') return []
    const accepted = dev === true ? permissiveInDevelopment : permissive
    if (license !== undefined && isAccepted(license, accepted)) return []
    return [`${path.replace(/^.*node_modules\//, '')}: licence ${license ?? 'unknown'} is not accepted`]
  })
