import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** An output that shows nothing of what is typed. */
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Reads a line. Returns an empty text after Ctrl-C or Ctrl-D. */
const readLine = async (question: string, input: Input, output: NodeJS.WritableStream): Promise<string> => {
  const terminal = createInterface({ input, output, terminal: true })
  try {
    // Node.js rejects the question after Ctrl-C and Ctrl-D, and leaves it open when the input ends.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    return await Promise.race([terminal.question(question).catch(() => ''), closed])
  } finally {
    terminal.close()
  }
}

/** Asks a question in the terminal. Returns an empty text without a terminal, or after Ctrl-C. */
export const askInTerminal = async (
  question: string,
  input: Input = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<string> => (input.isTTY === true ? readLine(question, input, output) : '')

/**
 * Reads a secret: in a terminal one line that is not shown, otherwise the whole standard input. Neither the screen nor
 * the history of the shell has it then. Returns an empty text after Ctrl-C.
 */
export const readSecret = async (
  input: Input = process.stdin,
  print: (text: string) => void = (line) => void process.stderr.write(line),
): Promise<string> => {
  if (input.isTTY !== true) return (await text(input)).trim()
  print('Paste the new value, which is not shown, and press Enter: ')
  const value = await readLine('', input, silent())
  print('\n')
  return value.trim()
}
