import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { DumpError, HeadLine, MarkLine } from './format.ts'

const BATCH = 500

export type DumpHead = z.infer<typeof HeadLine>[2]

export interface Batch {
  readonly table: string
  /** Rows as text: numbers keep every digit. */
  readonly rows: readonly string[]
}

/** Reads a dump line by line. Throws DumpError where it is none, or not whole. */
export class DumpReader {
  readonly #lines: AsyncIterator<string>
  readonly #hash = createHash('sha256')
  #rows = 0
  #line = 0

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** Number of the line read last. */
  get line(): number {
    return this.#line
  }

  async head(): Promise<DumpHead> {
    const line = await this.#next()
    const head = HeadLine.safeParse(parse(line))
    if (!head.success) throw new DumpError('This is not a dump made by "hap db dump", or it is from a newer version.')
    this.#take(line)
    return head.data[2]
  }

  /** All rows in batches of one table each; after the last one the dump is known to be whole. */
  async *batches(): AsyncGenerator<Batch> {
    let table = ''
    let rows: string[] = []
    for (;;) {
      const line = await this.#next()
      const mark = line.startsWith('{') ? null : markOf(line)
      if ((mark !== null || rows.length === BATCH) && rows.length > 0) {
        yield { table, rows }
        rows = []
      }
      if (mark?.[0] === 'end') return this.#check(mark[1])
      this.#take(line)
      if (mark) table = mark[1]
      else {
        if (!isRow(line))
          throw new DumpError(`Line ${this.#line} of the dump is damaged: it is no row. Nothing was restored.`)
        rows.push(line)
        this.#rows++
      }
    }
  }

  #check({ rows, sha256 }: { rows: number; sha256: string }): void {
    if (rows !== this.#rows || sha256 !== this.#hash.digest('hex'))
      throw new DumpError('The dump was changed after it was made: its checksum does not match. Nothing was restored.')
  }

  #take(line: string): void {
    this.#hash.update(line).update('\n')
  }

  async #next(): Promise<string> {
    for (;;) {
      const { done, value } = await this.#lines.next()
      this.#line++
      if (done) throw new DumpError('The dump is empty or cut off: its end is missing. Nothing was restored.')
      if (value !== '') return value
    }
  }
}

/** A value nested deeper than anything the console writes exhausts the stack of an embedded database. */
const MAX_DEPTH = 200

function isRow(line: string): boolean {
  const row = parse(line)
  return typeof row === 'object' && row !== null && isShallow(row, MAX_DEPTH)
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every(inner => isShallow(inner, depth - 1))
}

function markOf(line: string): z.infer<typeof MarkLine> {
  const mark = MarkLine.safeParse(parse(line))
  if (!mark.success) throw new DumpError('The dump has a line that is neither a row nor a mark. Nothing was restored.')
  return mark.data
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
