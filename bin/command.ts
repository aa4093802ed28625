import type { Paint } from '#lib/util/terminal.ts'

/** Exit codes of every command. */
export const EXIT = { ok: 0, wrong: 1, usage: 2 } as const

/** What a command does with the world outside; tests give their own. */
export interface Io {
  /** Writes a line. */
  out(line: string): void
  /** Writes lines as fast as they are taken. Returns whether all of them were: a reader may go away. */
  outAll(lines: AsyncIterable<string>): Promise<boolean>
  /** Writes a line to the error output. */
  err(line: string): void
  /**
   * The bytes of a file, of the standard input for `-`; of a file that has more than `most`, that many and one more. Throws
   * UsageError when it cannot be read.
   */
  read(file: string, most?: number): Promise<Uint8Array>
  write(file: string, text: string): Promise<void>
  readonly paint: Paint
}

/** One command of `hap`; its file exports it as `command`, and bin/commands.ts names it. */
export interface Command {
  /** What `hap COMMAND --help` prints. */
  readonly help: string
  /** Returns the exit code; throws UsageError for arguments it cannot use. */
  run(args: readonly string[], io: Io): Promise<number>
}

/** The arguments are wrong, or a file they name cannot be read or written: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
