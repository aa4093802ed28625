import { rename, rm, writeFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readLimited } from '#lib/util/files.ts'
import { createPaint, escapeControls, hasColour } from '#lib/util/terminal.ts'
import { type Io, UsageError } from './command.ts'

/** Inventories printed by kubectl have hundreds of megabytes. */
const MAX_BYTES = 1 << 30

interface ProcessIo extends Io {
  /** Waits for the output. Returns why it could not be written, else null. */
  failure(): Promise<string | null>
}

/** Input and output by the streams and files of this process. */
export function processIo(): ProcessIo {
  const output = new LineOutput(process.stdout)
  const errors = new LineOutput(process.stderr)
  return {
    out: line => output.write(line),
    outAll: lines => output.writeAll(lines),
    err: line => errors.write(line),
    read: (file, limit = MAX_BYTES) =>
      file === '-' ? buffer(process.stdin) : readLimited(file, limit).catch(error => unreadable(file, error)),
    write: replaceFile,
    paint: createPaint(hasColour(process.stdout)),
    failure: async () => (await output.failure()) ?? (await errors.failure()),
  }
}

/** Replaces a file atomically, so that a full disk leaves the old content. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, text)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new UsageError(`${file} cannot be written, and is as it was: ${formatFileReason(error)}.`)
  }
}

function unreadable(file: string, error: unknown): never {
  throw new UsageError(`${file} cannot be read: ${formatFileReason(error)}.`)
}

/** Writes lines to a stream. After an error further lines are dropped, and the command ends with its own exit code. */
export class LineOutput {
  readonly #stream: Writable
  #failure: Error | null = null

  constructor(stream: Writable) {
    this.#stream = stream
    stream.on('error', error => this.#fail(error))
  }

  write(line: string): void {
    if (!this.#failure) this.#stream.write(escapeControls(`${line}\n`))
  }

  /** Writes lines at the speed of the reader. Stops after an error and returns false. */
  async writeAll(lines: AsyncIterable<string>): Promise<boolean> {
    for await (const line of lines) {
      await this.#put(`${line}\n`)
      if (this.#failure) return false
    }
    return true
  }

  /** Waits for the output. Returns why it could not be written, else null. A closed pipe, as by `head`, is no failure. */
  async failure(): Promise<string | null> {
    if (!this.#failure) await this.#put('')
    if (!this.#failure || isClosedPipe(this.#failure)) return null
    return formatFileReason(this.#failure)
  }

  #put(text: string): Promise<void> {
    return new Promise(resolve => {
      this.#stream.write(text, error => {
        if (error) this.#fail(error)
        resolve()
      })
    })
  }

  #fail(error: Error): void {
    this.#failure ??= error
  }
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE'
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** Why a file could not be read or written; the system's code for other reasons. */
export function formatFileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? code
}
