import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { awsSecret } from './secret-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-store-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes a stand-in for the AWS command line. */
const programOf = async (script: string): Promise<string> => {
  const file = join(folder, 'aws')
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o700)
  return file
}

describe('secret in AWS', () => {
  test('is read with its name and region', async () => {
    const program = await programOf(`echo "$@" >${folder}/args; echo whsec_1`)
    expect(await awsSecret('/advice/dev/x', 'eu-west-2', program).read()).toBe('whsec_1')
    const args = await readFile(join(folder, 'args'), 'utf8')
    expect(args).toContain('secretsmanager get-secret-value')
    expect(args).toContain('--secret-id /advice/dev/x --region eu-west-2')
  })

  test('is written from a file, so that it is not in the arguments of a process', async () => {
    const program = await programOf(`echo "$@" >${folder}/args; cat "\${4#file://}" >${folder}/value`)
    await awsSecret('/advice/dev/x', 'eu-west-2', program).write('whsec_2')
    expect(await readFile(join(folder, 'value'), 'utf8')).toBe('whsec_2')
    expect(await readFile(join(folder, 'args'), 'utf8')).not.toContain('whsec_2')
  })

  test('reports what the AWS command line says', async () => {
    const program = await programOf('echo "Unable to locate credentials" >&2; exit 253')
    await expect(awsSecret('/advice/dev/x', 'eu-west-2', program).read()).rejects.toThrow(
      '/advice/dev/x could not be accessed: Unable to locate credentials',
    )
  })

  test('reports that the AWS command line is missing', async () => {
    await expect(awsSecret('x', 'eu-west-2', join(folder, 'none')).read()).rejects.toThrow('not installed')
  })
})
