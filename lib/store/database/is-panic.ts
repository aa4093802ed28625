const ERROR = 'E'.charCodeAt(0)
/** Field of an error with its severity in English, whatever the language of the messages. */
const SEVERITY = 'V'.charCodeAt(0)

/**
 * Whether an answer of PostgreSQL (messages of its protocol, one after the other) says PANIC: it was in the middle of something that
 * must not be left half done, as when the log of changes could not be written.
 */
export function isPanic(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] === ERROR && severityOf(bytes.subarray(at + 5)) === 'PANIC') return true
  }
  return false
}

/** Of the fields of an error: a letter, a text and a zero each. */
function severityOf(fields: Buffer): string | null {
  for (let at = 0; at < fields.length && fields[at] !== 0; ) {
    const end = fields.indexOf(0, at)
    if (end === -1) return null
    if (fields[at] === SEVERITY) return fields.toString('latin1', at + 1, end)
    at = end + 1
  }
  return null
}
