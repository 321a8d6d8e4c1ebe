import { describe, expect, test, vi } from 'vitest'
import { installPythonProgram } from './python-program.ts'

const program = {
  name: 'Sample',
  command: 'sample-program',
  version: '1.0.0',
  packages: ['sample-program==1.0.0'],
  otherwise: ', or use another one',
}

describe('a Python program', () => {
  test('is reported in one line that says what was not done if Python is missing', () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(() => installPythonProgram(program, 'no-python-of-this-name')).toThrow(
      'Nothing was tested: Sample needs Python 3 with venv. Install python3-venv, or use another one.',
    )
  })

  test('is reported if the package index has no such package or cannot be reached', () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    // `true` accepts every argument and creates no environment, so there is no pip in it.
    expect(() => installPythonProgram(program, 'true')).toThrow(
      'Nothing was tested: Sample 1.0.0 could not be installed from PyPI.',
    )
  })
})
