import { rename, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readLimited } from '#lib/util/files.ts'
import { createPaint, hasColour } from '#lib/util/terminal.ts'
import { type Io, UsageError } from './command.ts'
import { fileTrouble } from './file-trouble.ts'
import { LineOutput } from './line-output.ts'

/** An inventory as kubectl prints it has hundreds of megabytes. */
const MOST_BYTES = 1 << 30

interface ProcessIo extends Io {
  /** Waits for what was written. Returns why it could not be, in words; null where all is well. */
  trouble(): Promise<string | null>
}

/** The real world: this process's streams and files. */
export function processIo(): ProcessIo {
  const output = new LineOutput(process.stdout)
  const errors = new LineOutput(process.stderr)
  return {
    out: line => output.write(line),
    outAll: lines => output.writeAll(lines),
    err: line => errors.write(line),
    read: (file, most = MOST_BYTES) =>
      file === '-' ? buffer(process.stdin) : readLimited(file, most).catch(error => unreadable(file, error)),
    write: replaceFile,
    paint: createPaint(hasColour(process.stdout)),
    trouble: async () => (await output.trouble()) ?? (await errors.trouble()),
  }
}

/** Writes beside the file first, so that a full disk leaves the old one whole. */
async function replaceFile(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`
  try {
    await writeFile(beside, text)
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw new UsageError(`${file} cannot be written, and is as it was: ${fileTrouble(error)}.`)
  }
}

function unreadable(file: string, error: unknown): never {
  throw new UsageError(`${file} cannot be read: ${fileTrouble(error)}.`)
}
