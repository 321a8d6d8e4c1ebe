import * as z from 'zod'

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), range: z.string(), fixAvailable: z.unknown() }),
  ),
})

const failure = z.object({ message: z.string() })

interface Vulnerabilities {
  readonly passed: boolean
  readonly lines: readonly string[]
  readonly summary: string
}

const failed = (reason: string): Vulnerabilities => ({
  passed: false,
  lines: [],
  summary: `the registry did not respond (${reason}). Run the command again where it can be reached.`,
})

const parsed = (output: string): unknown => {
  try {
    return JSON.parse(output)
  } catch {
    return undefined // npm writes plain text if it cannot start the audit.
  }
}

/** Reads the output of `npm audit --json`. */
export const vulnerabilitiesOf = (output: string): Vulnerabilities => {
  const body = parsed(output)
  const found = report.safeParse(body)
  if (!found.success)
    return failed(failure.safeParse(body).data?.message ?? (output.trim().slice(0, 200) || 'no output'))
  const lines = Object.entries(found.data.vulnerabilities).map(
    ([name, { severity, range, fixAvailable }]) =>
      `${name} ${range}: ${severity}${fixAvailable === false ? ', no fix yet' : ', a fix exists'}`,
  )
  return {
    passed: lines.length === 0,
    lines,
    summary: lines.length === 0 ? 'none known' : `${lines.length} packages`,
  }
}
