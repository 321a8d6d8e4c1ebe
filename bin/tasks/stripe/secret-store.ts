import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'

/** Store for the signing secret of a stage's webhook endpoint. */
export interface SecretStore {
  /** The secret's name in messages. */
  readonly name: string
  read(): Promise<string>
  write(value: string): Promise<void>
}

const run = promisify(execFile)

const failure = z.object({
  code: z.union([z.string(), z.number()]).optional(),
  stderr: z.string().optional(),
})

/** Explains a failure of the AWS command line. Its arguments never contain the secret, only the path of a file. */
const explain = (name: string, error: unknown): Error => {
  const { code, stderr = '' } = failure.safeParse(error).data ?? {}
  if (code === 'ENOENT')
    return new Error('The AWS command line (aws) is not installed. The webhook secret is stored with it.')
  return new Error(`${name} could not be accessed: ${stderr.trim() || String(error)}`, { cause: error })
}

/** A secret in AWS Secrets Manager, through the AWS command line with the credentials of the environment. */
export const awsSecret = (name: string, region: string, program = 'aws'): SecretStore => {
  const aws = async (...args: string[]): Promise<string> => {
    try {
      const { stdout } = await run(program, [
        'secretsmanager',
        ...args,
        '--secret-id',
        name,
        '--region',
        region,
      ])
      return stdout
    } catch (error) {
      throw explain(name, error)
    }
  }
  return {
    name,
    read: async () =>
      (await aws('get-secret-value', '--query', 'SecretString', '--output', 'text')).trimEnd(),
    write: async (value) => {
      // Other users of the machine can read the arguments of a process, but not this file.
      const folder = await mkdtemp(join(tmpdir(), 'secret-'))
      try {
        const file = join(folder, 'value')
        await writeFile(file, value, { mode: 0o600 })
        await aws('put-secret-value', '--secret-string', `file://${file}`)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

/** The local cloud takes its secrets from its own configuration, so the signing secret is kept only in memory. */
export const localSecret = (): SecretStore => {
  let value = 'whsec_of_the_local_emulator'
  return {
    name: 'the memory of this command (the local emulator signs with its own secret)',
    read: () => Promise.resolve(value),
    write: (next) => {
      value = next
      return Promise.resolve()
    },
  }
}
