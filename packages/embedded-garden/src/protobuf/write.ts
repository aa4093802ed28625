const BYTES = 2

/** A field that holds a text or a message. */
export function field(number: number, value: string | Buffer): Buffer {
  const data = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(number * 8 + BYTES), varint(data.length), data])
}

export function message(...fields: Buffer[]): Buffer {
  return Buffer.concat(fields)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return Buffer.from([...bytes, rest])
}
