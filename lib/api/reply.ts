/** An answer in JSON with its status and headers. */
export class Reply<Type> {
  /** Only for the compiler: the type of the body. */
  declare readonly type: Type
  readonly json: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(json: string, { status, headers }: Required<ReplyOptions>) {
    this.json = json
    this.status = status
    this.headers = headers
  }
}

interface ReplyOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export function reply<Body>(body: Body, { status = 200, headers = {} }: ReplyOptions = {}): Reply<Body> {
  return new Reply<Body>(JSON.stringify(body), { status, headers })
}

/** Response with JSON, or without a body. No cache may store it. */
export function jsonResponse(json: string | null, { status, headers }: Required<ReplyOptions>): Response {
  const type = json === null ? {} : { 'content-type': 'application/json' }
  return new Response(json, { status, headers: { ...type, 'cache-control': 'no-store', ...headers } })
}
