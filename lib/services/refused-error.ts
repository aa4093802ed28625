import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/** A service refuses a request; `message` is fit for the caller. */
export class RefusedError extends Error {
  static {
    sameAcrossBundles(RefusedError, 'RefusedError')
  }

  override readonly name = 'RefusedError'
  readonly status: 400 | 403 | 404 | 409 | 412 | 429

  constructor(status: RefusedError['status'], message: string) {
    super(message)
    this.status = status
  }
}
