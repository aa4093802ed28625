/** What protobuf cannot be read. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}

/** One decoded field: a number, or the bytes of a string or message. */
interface WireField {
  readonly number: number
  readonly value: bigint | Buffer
}

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/** The fields of a message in their order. Throws ProtobufError. */
export function* readFields(data: Buffer): Generator<WireField> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const byte = data[at++]
      if (byte === undefined) throw new ProtobufError('unexpected end')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    throw new ProtobufError('a number is too long')
  }
  const bytes = (length: number): Buffer => {
    if (length < 0 || at + length > data.length) throw new ProtobufError('unexpected end')
    at += length
    return data.subarray(at - length, at)
  }
  while (at < data.length) {
    const tag = Number(varint())
    const number = tag >>> 3
    switch (tag & 7) {
      case VARINT:
        yield { number, value: varint() }
        break
      case BYTES:
        yield { number, value: bytes(Number(varint())) }
        break
      case FIXED64:
        bytes(8)
        break
      case FIXED32:
        bytes(4)
        break
      default:
        throw new ProtobufError(`wire type ${tag & 7} is not known`)
    }
  }
}
