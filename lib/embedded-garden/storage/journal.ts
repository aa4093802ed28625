import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { decodeRecord, encodeRecord, type JournalRecord } from './journal-record.ts'

/** Where the store writes each change before it counts. */
export interface Journal {
  /** Throws JournalError when the change could not be written; then nothing of it is left in the file. */
  append(records: readonly JournalRecord[]): void
  readonly size: number
  close(): void
}

/** A change could not be written, for example because the disk is full. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}

/** Keeps nothing: for gardens that live in memory. */
export const memoryJournal: Journal = { append: () => undefined, size: 0, close: () => undefined }

interface OpenedJournal {
  readonly journal: Journal
  readonly records: Iterable<JournalRecord>
}

/** Opens the append-only file, made when missing. A torn record at its end, as a crash leaves it, is cut off once `records` was read; what stands behind a damaged one goes to `<file>.damaged`. */
export function openJournal(file: string): OpenedJournal {
  rmSync(`${file}.new`, { force: true })
  const descriptor = openSync(file, 'a+', 0o600)
  const journal = new FileJournal(file, descriptor, 0)
  return { journal, records: replay(file, journal) }
}

function* replay(file: string, journal: FileJournal): Generator<JournalRecord> {
  const data = readFileSync(file)
  let end = 0
  for (let next = decodeRecord(data, 0); next; next = decodeRecord(data, end)) {
    end = next.end
    yield next.record
  }
  // One torn record is a crash. More than that is damage: what follows it is kept aside for whoever can make sense of it.
  if (data.indexOf('\n', end) >= 0) writeFileSync(`${file}.damaged`, data.subarray(end), { mode: 0o600 })
  journal.cutTo(end)
}

/** Replaces the file by one with just `records`, in one step: a crash leaves the old file or the new one. Throws JournalError; then the old one is as it was. */
export function compactJournal(file: string, records: Iterable<JournalRecord>): Journal {
  const fresh = openSync(`${file}.new`, 'w', 0o600)
  let size = 0
  try {
    for (const record of records) size += writeAll(fresh, encodeRecord(record))
    fsyncSync(fresh)
    renameSync(`${file}.new`, file)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw new JournalError(error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    closeSync(fresh)
  }
  return new FileJournal(file, openSync(file, 'a+', 0o600), size)
}

class FileJournal implements Journal {
  readonly #file: string
  readonly #descriptor: number
  #size: number
  #broken = false

  constructor(file: string, descriptor: number, size: number) {
    this.#file = file
    this.#descriptor = descriptor
    this.#size = size
  }

  get size(): number {
    return this.#size
  }

  append(records: readonly JournalRecord[]): void {
    if (this.#broken) throw new JournalError(`${this.#file} cannot be written any more.`)
    const data = Buffer.concat(records.map(encodeRecord))
    try {
      this.#size += writeAll(this.#descriptor, data)
    } catch (error) {
      this.#restore()
      throw new JournalError(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }

  cutTo(size: number): void {
    this.#size = size
    if (statSync(this.#file).size > size) ftruncateSync(this.#descriptor, size)
  }

  close(): void {
    // Its number may soon be another file's.
    this.#broken = true
    fsyncSync(this.#descriptor)
    closeSync(this.#descriptor)
  }

  /** After a failed write: half a record must not stay before the next one. */
  #restore(): void {
    try {
      ftruncateSync(this.#descriptor, this.#size)
    } catch {
      this.#broken = true
    }
  }
}

function writeAll(descriptor: number, data: Buffer): number {
  for (let written = 0; written < data.length; ) written += writeSync(descriptor, data, written)
  return data.length
}
