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
import { encodeRecord, type JournalRecord } from './journal-record.ts'
import { BatchEncoder, replayJournal, UnknownLossError } from './journal-replay.ts'

/** The log to which the store writes each change before it takes effect. */
export interface Journal {
  /** Throws JournalError when the write fails; the file then contains no part of it. */
  append(records: readonly JournalRecord[]): void
  readonly size: number
  /** Whether parts of it cannot be read, so that a compaction is due. */
  readonly isDamaged: boolean
  close(): void
}

/** The hooks through which a journal reports to the owner of its folder. */
export interface JournalPlace {
  /** Called before each change of the file; throws when this process may no longer write there. */
  readonly beforeWrite: () => void
  /** Receives a sentence for each unreadable part. */
  readonly report: (line: string) => void
}

const ANYWHERE: JournalPlace = { beforeWrite: () => {}, report: () => {} }

/** A change could not be written, for example because the disk is full (see `cause`), or the file is unusable. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}

/** Stores nothing: for gardens in memory. */
export const memoryJournal: Journal = {
  append: () => undefined,
  size: 0,
  isDamaged: false,
  close: () => undefined,
}

interface OpenedJournal {
  readonly journal: Journal
  readonly records: Iterable<JournalRecord>
}

/**
 * Opens or creates the append-only file and truncates a record torn by a crash. Unreadable parts are copied to
 * `<file>.damaged`, and their objects are lost. Throws JournalError when these objects cannot be identified.
 */
export function openJournal(file: string, place: JournalPlace = ANYWHERE): OpenedJournal {
  place.beforeWrite()
  rmSync(`${file}.new`, { force: true })
  const descriptor = openSync(file, 'a+', 0o600)
  try {
    const { records, end, damaged, losses } = replay(file)
    if (damaged.length > 0) {
      const copy = `${file}.damaged`
      writeFileSync(copy, Buffer.concat(damaged), { mode: 0o600 })
      const bytes = damaged.reduce((sum, part) => sum + part.length, 0)
      place.report(`${file} is damaged: ${bytes} of its bytes cannot be read and were copied to ${copy}.`)
      for (const loss of losses) place.report(`${file}: ${loss}`)
    }
    const journal = new FileJournal({ file, place, descriptor, size: end, isDamaged: damaged.length > 0 })
    journal.cutToSize()
    return { journal, records }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function replay(file: string) {
  try {
    // A device has no content to read.
    return replayJournal(statSync(file).isFile() ? readFileSync(file) : Buffer.alloc(0))
  } catch (error) {
    if (!(error instanceof UnknownLossError)) throw error
    throw new JournalError(
      `${file} is damaged: ${error.message}. Objects could be served in an older state, so the garden does not start. Restore the folder from a backup, or forget all objects with: hap garden reset --data DIR`,
    )
  }
}

/** Atomically replaces the file by one with only `records`. Throws JournalError and then leaves the old file unchanged. */
export function compactJournal(
  file: string,
  records: Iterable<JournalRecord>,
  place: JournalPlace = ANYWHERE,
): Journal {
  place.beforeWrite()
  const fresh = openSync(`${file}.new`, 'w', 0o600)
  let size = 0
  try {
    for (const record of records) size += writeAll(fresh, encodeRecord(record))
    fsyncSync(fresh)
    place.beforeWrite()
    renameSync(`${file}.new`, file)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw new JournalError(error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    closeSync(fresh)
  }
  return new FileJournal({ file, place, descriptor: openSync(file, 'a+', 0o600), size, isDamaged: false })
}

interface JournalFile {
  readonly file: string
  readonly place: JournalPlace
  readonly descriptor: number
  readonly size: number
  readonly isDamaged: boolean
}

class FileJournal implements Journal {
  readonly #file: string
  readonly #place: JournalPlace
  readonly #descriptor: number
  readonly #encoder = new BatchEncoder()
  readonly isDamaged: boolean
  #size: number
  #broken = false

  constructor({ file, place, descriptor, size, isDamaged }: JournalFile) {
    this.#file = file
    this.#place = place
    this.#descriptor = descriptor
    this.#size = size
    this.isDamaged = isDamaged
  }

  get size(): number {
    return this.#size
  }

  append(records: readonly JournalRecord[]): void {
    if (this.#broken) throw new JournalError(`${this.#file} cannot be written any more.`)
    this.#place.beforeWrite()
    const data = this.#encoder.encode(records)
    try {
      this.#size += writeAll(this.#descriptor, data)
      this.#encoder.written(records)
    } catch (error) {
      this.#restore()
      throw new JournalError(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }

  /** Removes a record torn by a crash. */
  cutToSize(): void {
    if (statSync(this.#file).size > this.#size) ftruncateSync(this.#descriptor, this.#size)
  }

  close(): void {
    // The number of the descriptor may be reused for another file.
    this.#broken = true
    fsyncSync(this.#descriptor)
    closeSync(this.#descriptor)
  }

  /** Removes the partial record of a failed write, so that it does not precede the next one. */
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
