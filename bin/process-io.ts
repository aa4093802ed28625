import { rename, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readAtMost } from '#lib/read-at-most.ts'
import { paintFor, wantsColour } from '#lib/terminal.ts'
import { type Io, UsageError } from './command.ts'
import { fileTrouble } from './file-trouble.ts'

/** An inventory as kubectl prints it has hundreds of megabytes. */
const MOST_BYTES = 1 << 30

/** The real world: this process's streams and files. */
export function processIo(): Io {
  // A reader such as `head` may go away before everything is written; that is its right.
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    out: line => void process.stdout.write(`${line}\n`),
    err: line => void process.stderr.write(`${line}\n`),
    read: (file, most = MOST_BYTES) =>
      file === '-' ? buffer(process.stdin) : readAtMost(file, most).catch(error => unreadable(file, error)),
    write: replaceFile,
    paint: paintFor(wantsColour(process.stdout)),
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
