import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'

/** SHA-256 as the signer of the AWS SDK wants it; with a secret HMAC-SHA-256. */
export class Sha256 {
  readonly #begin: () => Hash | Hmac
  #hash: Hash | Hmac

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#begin = () => (secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret)))
    this.#hash = this.#begin()
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#begin()
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, 'utf8')
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}
