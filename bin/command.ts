import type { Paint } from '#lib/util/terminal.ts'

/** Exit codes of every command. */
export const EXIT = { ok: 0, wrong: 1, usage: 2 } as const

/** Input and output of a command; tests pass their own. */
export interface Io {
  /** Writes a line. */
  out(line: string): void
  /** Writes lines at the speed of the reader. Returns false when the reader closed the output before the last line. */
  outAll(lines: AsyncIterable<string>): Promise<boolean>
  /** Writes a line to the error output. */
  err(line: string): void
  /** The bytes of a file, or of the standard input for `-`; at most `limit` + 1 bytes of a larger file. Throws UsageError when it cannot be read. */
  read(file: string, limit?: number): Promise<Uint8Array>
  write(file: string, text: string): Promise<void>
  readonly paint: Paint
}

/** A command of `hap`, which its file exports as `command` and bin/commands.ts lists. */
export interface Command {
  /** What `hap COMMAND --help` prints. */
  readonly help: string
  /** Returns the exit code; throws UsageError for invalid arguments. */
  run(args: readonly string[], io: Io): Promise<number>
}

/** Invalid arguments, or a file that cannot be read or written: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
