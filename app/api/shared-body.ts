import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compressed = promisify(gzip)

/** Shorter answers are sent as they are, as the server does with all others. */
const LEAST_LENGTH = 1_024

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** JSON that many pages get: what it takes to compress it is spent once. */
export class SharedBody {
  readonly json: string
  #gzip: Promise<Uint8Array<ArrayBuffer>> | null = null

  constructor(json: string) {
    this.json = json
  }

  /** Compressed where the request takes that; the server leaves what is compressed as it is. */
  async response(request: Request): Promise<Response> {
    const headers = new Headers({ ...HEADERS, vary: 'accept-encoding' })
    if (this.json.length < LEAST_LENGTH || !takesGzip(request)) return new Response(this.json, { headers })
    this.#gzip ??= compressed(this.json)
    headers.set('content-encoding', 'gzip')
    return new Response(await this.#gzip, { headers })
  }
}

function takesGzip({ headers }: Request): boolean {
  const accepted = (headers.get('accept-encoding') ?? '').split(',').map(each => each.trim())
  return accepted.some(each => each === 'gzip' || (each.startsWith('gzip;') && !/q=0(\.0*)?$/.test(each)))
}
