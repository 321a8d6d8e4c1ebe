import { describe, expect, test } from 'vitest'
import type { Engine } from './engines.ts'
import { requestedEngines, selectEngines } from './selection.ts'

const firefox: Engine = { name: 'firefox', programs: { Firefox: '/usr/bin/firefox' }, installation: 'a' }
const webkit: Engine = {
  name: 'webkit',
  programs: { WebKitWebDriver: '/usr/bin/WebKitWebDriver', Xvfb: undefined },
  installation: 'apt-get install xvfb',
}

describe('selectEngines', () => {
  test('runs the engines of this machine and names the others', () => {
    expect(selectEngines([firefox, webkit], [])).toEqual({
      toRun: [firefox],
      skipped: ['Skipped: webkit. Missing: Xvfb. To install: apt-get install xvfb.'],
      isIncomplete: false,
    })
  })

  test('is incomplete if a requested engine is missing', () => {
    expect(selectEngines([firefox, webkit], ['firefox', 'webkit'])).toMatchObject({
      toRun: [firefox],
      isIncomplete: true,
    })
    expect(selectEngines([firefox, webkit], ['firefox'])).toMatchObject({ skipped: [], isIncomplete: false })
  })

  test('is incomplete if no engine can run', () => {
    expect(selectEngines([webkit], [])).toMatchObject({ toRun: [], isIncomplete: true })
  })
})

test('requestedEngines rejects an engine that does not exist', () => {
  expect(requestedEngines(['webkit'])).toEqual(['webkit'])
  expect(() => requestedEngines(['edge'])).toThrow('Unknown engine "edge": use firefox or webkit.')
})
