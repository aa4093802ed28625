import path from 'node:path'

/** The socket a running console listens on for the `hap` command of the same user. */
export function controlSocket(dataDir: string): string {
  return path.join(dataDir, 'control.sock')
}

/** Unix sockets have short names; a longer one is refused, with other words on each system. */
const LONGEST_PATH = 100

/** Why no console can listen in `dataDir`, nor be asked there; null where it can. */
export function socketObstacle(dataDir: string): string | null {
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
