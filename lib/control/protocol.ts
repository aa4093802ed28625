import path from 'node:path'

/** Path of the socket on which a running console serves the `hap` command of the same user. */
export function controlSocket(dataDir: string): string {
  return path.join(dataDir, 'control.sock')
}

/** Maximum length of the path of a Unix socket. */
const LONGEST_PATH = 100

/** Why a console cannot listen in `dataDir`; null when it can. */
export function findSocketProblem(dataDir: string): string | null {
  const file = controlSocket(dataDir)
  if (Buffer.byteLength(file) <= LONGEST_PATH) return null
  return `The path ${file} is too long for a socket, so that "hap" cannot reach a console there. Choose a shorter DATA_DIR.`
}

/** A command of a running console, which yields its output by line. Throws ControlRefusal with a message for people. */
export type ControlCommand = (args: unknown) => AsyncIterable<string>

/** A running console refuses a command; the `hap` command prints the message. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
}

/** The commands that the `hap` command sends to a running console. */
export const CONTROL_COMMANDS = { dump: 'db dump', verify: 'audit verify', adopt: 'adopt' } as const

/** Splits chunks of text into lines. Only a line feed ends a line: JSON may contain every other separator. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const [first = '', ...more] = piece.split('\n')
    // Searches the new chunk only: a damaged file may be one endless line.
    rest += first
    if (more.length === 0) continue
    yield rest
    rest = more.pop() ?? ''
    yield* more
  }
  if (rest !== '') yield rest
}
