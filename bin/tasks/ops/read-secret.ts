import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** An output that shows nothing of what is typed. */
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Reads a secret: in a terminal one line that is not shown, otherwise the whole standard input. Neither the screen nor
 * the history of the shell has it then. Returns an empty text after Ctrl-C.
 */
export const readSecret = async (
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
  print: (text: string) => void = (line) => void process.stderr.write(line),
): Promise<string> => {
  if (input.isTTY !== true) return (await text(input)).trim()
  print('Paste the new value, which is not shown, and press Enter: ')
  const terminal = createInterface({ input, output: silent(), terminal: true })
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    // Newer versions of Node.js reject an open question after Ctrl-C.
    return (await Promise.race([terminal.question('').catch(() => ''), closed])).trim()
  } finally {
    terminal.close()
    print('\n')
  }
}
