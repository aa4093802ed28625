import path from 'node:path'

/** The socket a running console listens on for the `hap` command of the same user. */
export function controlSocket(dataDir: string): string {
  return path.join(dataDir, 'control.sock')
}

/** Unix sockets have short names; a longer one is refused, with other words on each system. */
const LONGEST_PATH = 100

/** Why no console can listen in `dataDir`, nor be asked there; null where it can. */
export function findSocketProblem(dataDir: string): string | null {
  const file = controlSocket(dataDir)
  if (Buffer.byteLength(file) <= LONGEST_PATH) return null
  return `The path ${file} is too long for a socket, so that "hap" cannot reach a console there. Choose a shorter DATA_DIR.`
}

/** A command a running console carries out: each line as soon as there is one. Throws ControlRefusal for people to read. */
export type ControlCommand = (args: unknown) => AsyncIterable<string>

/** Why a running console does not do what was asked; said by whoever asked. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
}

/** What the `hap` command asks a running console for. */
export const CONTROL_COMMANDS = { dump: 'db dump', verify: 'audit verify', adopt: 'adopt' } as const

/** Lines of a text that arrives in pieces. Only a line feed ends one: JSON may contain every other separator. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const [first = '', ...more] = piece.split('\n')
    // Only the piece is searched: a damaged file may have one line without an end.
    rest += first
    if (more.length === 0) continue
    yield rest
    rest = more.pop() ?? ''
    yield* more
  }
  if (rest !== '') yield rest
}
