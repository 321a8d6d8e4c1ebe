import type { SourceMap } from 'node:module'

/**
 * Every bundle begins with this module. It makes stack traces name the lines of the sources. Reads the source map when
 * a trace is first read, usually to log an error. Node's own `--enable-source-maps` reads it at every cold start.
 */
const bundle = import.meta.url

/** A frame of a stack. V8 writes it as a line of the trace. */
interface Frame extends NodeJS.CallSite {
  toString(): string
}

let map: SourceMap | undefined

/** Gets Node's modules only now: an import would add up to a millisecond to every cold start. */
const readMap = (): SourceMap => {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { SourceMap } = process.getBuiltinModule('node:module')
  return new SourceMap(JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')))
}

/** Returns a line of a trace. It names the bundle if the place has no source, or the map cannot be read. */
const lineOf = (frame: Frame): string => {
  const text = frame.toString()
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
  if (frame.getFileName() !== bundle || line === null || column === null) return text
  try {
    map ??= readMap()
    const place = map.findEntry(line - 1, column - 1)
    if (!('originalSource' in place)) return text
    const source = place.originalSource.replace(/^(?:\.\.\/)+/, '')
    const original = `${source}:${place.originalLine + 1}:${place.originalColumn + 1}`
    return text.replace(`${bundle}:${line}:${column}`, original)
  } catch {
    return text // a trace must never fail
  }
}

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n')
