import {
  type DamagedHead,
  type Decoded,
  decodeRecord,
  encodeRecord,
  type JournalRecord,
  parseHead,
} from './journal-record.ts'

const NEWLINE = 0x0a
/** Resources of records other than objects. */
const MARKER = 'revision'
const CHANGES = 'changes'
const OTHERS: ReadonlySet<string> = new Set([MARKER, CHANGES])
/** Number of earlier changes that a batch names, too: a damaged disk block rarely covers more of them. */
const NAMED_AGAIN = 8

/** The object that a revision changed. */
interface Change {
  readonly revision: number
  readonly resource: string
  readonly key: string
}

/** The records of a journal, and the parts that cannot be read. */
interface Replay {
  /** In the order in which they apply. Can be iterated once. */
  readonly records: Iterable<JournalRecord>
  /** Offset after the last complete record; a record torn by a crash may follow. */
  readonly end: number
  /** Parts that cannot be read. */
  readonly damaged: readonly Buffer[]
  /** A sentence for each object that is not served because its newest record is damaged. */
  readonly losses: readonly string[]
}

/** The damaged records may have changed any object, because the journal does not identify those they changed. */
export class UnknownLossError extends Error {
  override readonly name = 'UnknownLossError'
}

/**
 * Reads a journal. A damaged record affects only its object: revisions are consecutive, and the
 * journal names the objects of a batch before it and with the batches that follow, which identifies
 * each object with an unreadable newest record. The result leaves such an object out, since an
 * older state would be wrong. Throws UnknownLossError.
 */
export function replayJournal(data: Buffer): Replay {
  const { end, damaged } = scan(data)
  if (damaged.length === 0)
    return { records: objectsAmong(decodeAll(data, end, damaged)), end, damaged: [], losses: [] }
  const intact = [...decodeAll(data, end, damaged)]
  const { lost, older } = lossesOf(data, intact, damaged)
  const records = [...objectsAmong(intact), ...lost.map(change => ({ ...change, bytes: null }))].toSorted(
    (a, b) => a.revision - b.revision,
  )
  const newest = new Map(records.map(record => [nameOf(record), record]))
  const missing = [
    ...lost.filter(change => newest.get(nameOf(change))?.revision === change.revision),
    ...older.filter(change => !newest.get(nameOf(change))?.bytes),
  ]
  const losses = missing.map(
    ({ resource, key, revision }) =>
      `The newest record of ${resource} ${key} (revision ${revision}) is damaged: the object is not served any more.`,
  )
  return { records, end, damaged: damaged.map(([from, to]) => data.subarray(from, to)), losses }
}

/** Encodes batches of records, each preceded by a record with the names of its objects and of those changed before it. */
export class BatchEncoder {
  #latest: readonly ChangeName[] = []

  encode(batch: readonly JournalRecord[]): Buffer {
    const records = Buffer.concat(batch.map(encodeRecord))
    const names: Names = [records.length, [...this.#latest, ...batch.map(changeName)]]
    const bytes = Buffer.from(JSON.stringify(names))
    const naming = { revision: batch.at(-1)?.revision ?? 0, resource: CHANGES, key: CHANGES, bytes }
    return Buffer.concat([encodeRecord(naming), records])
  }

  /** Must be called once a batch is in the file. */
  written(batch: readonly JournalRecord[]): void {
    this.#latest = [...this.#latest, ...batch.slice(-NAMED_AGAIN).map(changeName)].slice(-NAMED_AGAIN)
  }
}

/** States the revision up to which a compacted journal is complete. */
export function markerOf(revision: number): JournalRecord {
  return { revision, resource: MARKER, key: MARKER, bytes: null }
}

type ChangeName = readonly [revision: number, resource: string, key: string]
/** The length of the following batch comes first. */
type Names = readonly [batchBytes: number, changes: readonly ChangeName[]]

function changeName({ revision, resource, key }: JournalRecord): ChangeName {
  return [revision, resource, key]
}

function namesIn({ bytes }: JournalRecord): Names {
  return JSON.parse(String(bytes))
}

type Range = readonly [from: number, to: number]

function scan(data: Buffer): { readonly end: number; readonly damaged: readonly Range[] } {
  const damaged: Range[] = []
  const skip = (from: number, to: number) => {
    const last = damaged.at(-1)
    if (last?.[1] === from) damaged[damaged.length - 1] = [last[0], to]
    else damaged.push([from, to])
  }
  let names: Decoded | null = null
  let at = 0
  for (;;) {
    const next = decodeRecord(data, at)
    if (next) {
      if (next.record.resource === CHANGES) names = next
      at = next.end
      continue
    }
    const newline = data.indexOf(NEWLINE, at)
    if (newline < 0) break
    const to = recordWithin(data, at, newline) ?? newline + 1
    skip(at, to)
    at = to
  }
  // A crash tears a batch before its end. A batch of full length was written, so its last line break is damaged.
  const batchEnd = names === null ? 0 : names.end + namesIn(names.record)[0]
  if (at >= batchEnd || data.length < batchEnd) return { end: at, damaged }
  skip(at, data.length)
  return { end: data.length, damaged }
}

/** Offset of a complete record after a damaged one without line break. */
function recordWithin(data: Buffer, from: number, newline: number): number | null {
  const line = data.toString('latin1', from, newline)
  for (const { index } of line.matchAll(/[0-9a-f]{8} \d+ /g)) {
    if (index > 0 && decodeRecord(data, from + index)) return from + index
  }
  return null
}

function* decodeAll(data: Buffer, end: number, damaged: readonly Range[]): Generator<Decoded> {
  const skip = new Map(damaged)
  for (let at = 0; at < end; ) {
    const next = decodeRecord(data, at)
    if (next) yield next
    at = next?.end ?? skip.get(at) ?? end
  }
}

function* objectsAmong(decoded: Iterable<Decoded>): Generator<JournalRecord> {
  for (const { record } of decoded) if (record.resource !== CHANGES) yield record
}

interface Losses {
  /** Changes whose record is damaged. */
  readonly lost: readonly Change[]
  /** Damaged states from a compaction, whose revisions are not consecutive. */
  readonly older: readonly Change[]
}

function lossesOf(data: Buffer, intact: readonly Decoded[], damaged: readonly Range[]): Losses {
  if (intact.length === 0) throw new UnknownLossError('no record of it can be read')
  const known = readIntact(intact)
  const heads = damaged.flatMap(range => headsIn(data, range)).filter(head => head !== null)
  const objects = heads.filter(({ resource }) => !OTHERS.has(resource))
  const marker = known.marker ?? heads.find(({ resource }) => resource === MARKER)?.revision
  const first = marker === undefined ? known.lowest : marker + 1
  const lost: Change[] = []
  const unknown: number[] = []
  for (let revision = first; revision < known.highest; revision++) {
    if (known.read.has(revision)) continue
    const change =
      known.named.get(revision) ?? objects.find(head => head.revision === revision && isCertain(head, known.resources))
    if (change) lost.push(change)
    else unknown.push(revision)
  }
  if (unknown.length > 0) {
    const revisions = `${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ', …' : ''}`
    throw new UnknownLossError(
      `${unknown.length} of its changes cannot be read (revision ${revisions}), and it does not say of which objects`,
    )
  }
  const tail = damaged.at(-1)
  if (tail !== undefined && tail[0] >= known.end && !isClosingMarker(tail, intact, damaged))
    lost.push(...changesAtEnd(data, tail, known))
  return { lost, older: objects.filter(head => head.revision < first) }
}

/** Whether the damaged end is the second marker of a compacted journal without later writes. */
function isClosingMarker([from, to]: Range, intact: readonly Decoded[], damaged: readonly Range[]): boolean {
  const [opening, ...more] = intact
  const isOpened = damaged[0]?.[0] !== 0 && opening?.record.resource === MARKER
  return isOpened && to - from === opening.end && more.every(({ record }) => !OTHERS.has(record.resource))
}

interface Known {
  /** Revisions of the readable records. */
  readonly read: ReadonlySet<number>
  /** Resources of the readable records. */
  readonly resources: ReadonlySet<string>
  readonly lowest: number
  readonly highest: number
  /** Offset after the last readable record. */
  readonly end: number
  readonly named: ReadonlyMap<number, Change>
  /** Offset after the last named batch. */
  readonly namedEnd: number
  readonly marker: number | undefined
}

function readIntact(intact: readonly Decoded[]): Known {
  const read = new Set<number>()
  const resources = new Set<string>()
  const named = new Map<number, Change>()
  let marker: number | undefined
  let [lowest, highest, end, namedEnd] = [Number.POSITIVE_INFINITY, 0, 0, 0]
  for (const { record, end: recordEnd } of intact) {
    const { revision, resource } = record
    if (resource === CHANGES) {
      const [batchBytes, changes] = namesIn(record)
      for (const [number, of, key] of changes) named.set(number, { revision: number, resource: of, key })
      namedEnd = recordEnd + batchBytes
      continue
    }
    if (resource === MARKER) marker = revision
    else {
      read.add(revision)
      resources.add(resource)
    }
    lowest = Math.min(lowest, revision)
    highest = Math.max(highest, revision)
    end = recordEnd
  }
  return { read, resources, lowest, highest, end, named, namedEnd, marker }
}

/** The changes in a damaged part at the end: no later revision bounds their number. */
function changesAtEnd(data: Buffer, tail: Range, { named, namedEnd, highest, resources }: Known): readonly Change[] {
  if (namedEnd === tail[1]) return [...named.values()].filter(({ revision }) => revision > highest)
  // Releases before this one wrote no names.
  const changes = headsIn(data, tail).map((head, n) =>
    head?.revision === highest + 1 + n && isCertain(head, resources) ? head : null,
  )
  if (named.size === 0 && !changes.includes(null)) return changes.filter(change => change !== null)
  throw new UnknownLossError('its last changes cannot be read, and it does not say of which objects')
}

/** The changes in damaged lines; null for a line without a plausible head. */
function headsIn(data: Buffer, [from, to]: Range): readonly (DamagedHead | null)[] {
  const heads: (DamagedHead | null)[] = []
  for (let at = from; at < to; ) {
    const newline = data.indexOf(NEWLINE, at)
    const next = newline < 0 || newline >= to ? to : newline + 1
    heads.push(parseHead(data.subarray(at, next)))
    at = next
  }
  return heads
}

function isCertain({ resource, isConfirmed }: DamagedHead, resources: ReadonlySet<string>): boolean {
  return isConfirmed && resources.has(resource)
}

function nameOf({ resource, key }: Change): string {
  return `${resource} ${key}`
}
