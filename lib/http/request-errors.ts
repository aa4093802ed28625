/** The object that the address names does not exist. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

/** The request is malformed or breaks a rule that holds for every route. With 503 the client may retry. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError'
  readonly status: 400 | 403 | 412 | 413 | 415 | 428 | 429 | 503

  constructor(status: RefusedRequestError['status'], message: string) {
    super(message)
    this.status = status
  }
}
