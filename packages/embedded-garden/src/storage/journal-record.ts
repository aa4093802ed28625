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
/** Eight hexadecimal digits and a space. */
const CHECKSUM_LENGTH = 9

/** `crc32 revision resource key json\n`; output of JSON.stringify has no line break, and names have no percent sign. */
export function encodeRecord(record: JournalRecord): Buffer {
  const key = record.key.replace(/\s/g, encodeURIComponent)
  const head = Buffer.from(`${record.revision} ${record.resource} ${key} `)
  const body = Buffer.concat([head, record.bytes ?? Buffer.from('-'), Buffer.of(NEWLINE)])
  return Buffer.concat([Buffer.from(`${crc32(body).toString(16).padStart(8, '0')} `), body])
}

export interface Decoded {
  readonly record: JournalRecord
  /** Offset behind the record. */
  readonly end: number
}

/** The record at `start`; null when it is torn or damaged, for example by a crash during a write. */
export function decodeRecord(data: Buffer, start: number): Decoded | null {
  const newline = data.indexOf(NEWLINE, start)
  if (newline < 0) return null
  const checksum = data.toString('latin1', start, start + CHECKSUM_LENGTH)
  const body = data.subarray(start + CHECKSUM_LENGTH, newline + 1)
  if (checksum !== `${crc32(body).toString(16).padStart(8, '0')} `) return null
  const head = headOf(body)
  if (head === null) return null
  const json = body.subarray(head.end, body.length - 1)
  return {
    record: {
      revision: head.revision,
      resource: head.resource,
      key: head.key,
      bytes: json.length === 1 ? null : Buffer.from(json),
    },
    end: newline + 1,
  }
}

export interface DamagedHead extends Pick<JournalRecord, 'revision' | 'resource' | 'key'> {
  /** Whether the object has the name in the key. Otherwise the damage may be in the key, which then names another object. */
  readonly isConfirmed: boolean
}

/** Parses the head of a damaged line; null when it is not plausible. */
export function parseHead(line: Buffer): DamagedHead | null {
  try {
    const head = headOf(line.subarray(CHECKSUM_LENGTH))
    if (head === null || !Number.isSafeInteger(head.revision) || !/^[a-z0-9.-]+$/.test(head.resource)) return null
    const { revision, resource, key } = head
    const json = line.toString('utf8', CHECKSUM_LENGTH + head.end)
    const isConfirmed = key.split('/').every(part => json.includes(JSON.stringify(part)))
    return { revision, resource, key, isConfirmed }
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

interface Head {
  readonly revision: number
  readonly resource: string
  readonly key: string
  /** Offset of the JSON. */
  readonly end: number
}

function headOf(body: Buffer): Head | null {
  const afterRevision = body.indexOf(BLANK)
  const afterResource = body.indexOf(BLANK, afterRevision + 1)
  const afterKey = body.indexOf(BLANK, afterResource + 1)
  if (afterRevision < 0 || afterResource <= afterRevision || afterKey <= afterResource) return null
  return {
    revision: Number(body.toString('latin1', 0, afterRevision)),
    resource: body.toString('utf8', afterRevision + 1, afterResource),
    key: decodeURIComponent(body.toString('utf8', afterResource + 1, afterKey)),
    end: afterKey + 1,
  }
}
