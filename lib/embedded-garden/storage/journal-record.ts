import { crc32 } from 'node:zlib'

/** One line of the journal: a state of an object, or its deletion when `bytes` is null. */
export interface JournalRecord {
  readonly revision: number
  readonly resource: string
  readonly key: string
  readonly bytes: Buffer | null
}

const NEWLINE = 0x0a
const BLANK = 0x20
/** Eight hexadecimal digits and a blank. */
const CHECKSUM_LENGTH = 9

/** `crc32 revision resource key json\n`; JSON made by JSON.stringify holds no line break. */
export function encodeRecord(record: JournalRecord): Buffer {
  const head = Buffer.from(`${record.revision} ${record.resource} ${record.key} `)
  const body = Buffer.concat([head, record.bytes ?? Buffer.from('-'), Buffer.of(NEWLINE)])
  return Buffer.concat([Buffer.from(`${crc32(body).toString(16).padStart(8, '0')} `), body])
}

interface Decoded {
  readonly record: JournalRecord
  /** Offset behind the record. */
  readonly end: number
}

/** The record at `start`; null when it is cut off or damaged, as after a crash in the middle of a write. */
export function decodeRecord(data: Buffer, start: number): Decoded | null {
  const newline = data.indexOf(NEWLINE, start)
  if (newline < 0) return null
  const checksum = data.toString('latin1', start, start + CHECKSUM_LENGTH)
  const body = data.subarray(start + CHECKSUM_LENGTH, newline + 1)
  if (checksum !== `${crc32(body).toString(16).padStart(8, '0')} `) return null
  const [afterRevision, afterResource, afterKey] = blanks(body)
  if (afterRevision === undefined || afterResource === undefined || afterKey === undefined) return null
  const json = body.subarray(afterKey + 1, body.length - 1)
  return {
    record: {
      revision: Number(body.toString('latin1', 0, afterRevision)),
      resource: body.toString('utf8', afterRevision + 1, afterResource),
      key: body.toString('utf8', afterResource + 1, afterKey),
      bytes: json.length === 1 ? null : Buffer.from(json),
    },
    end: newline + 1,
  }
}

/** Offsets of the first three blanks. */
function blanks(body: Buffer): number[] {
  const offsets: number[] = []
  for (let at = body.indexOf(BLANK); at >= 0 && offsets.length < 3; at = body.indexOf(BLANK, at + 1)) offsets.push(at)
  return offsets
}
