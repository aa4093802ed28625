import { sameAcrossBundles } from '#lib/across-bundles.ts'

/** What somebody asked of a service is not done; `message` is fit for whoever asked. */
export class RefusedError extends Error {
  static {
    sameAcrossBundles(RefusedError, 'RefusedError')
  }

  override readonly name = 'RefusedError'
  readonly status: 400 | 403 | 404 | 409

  constructor(status: RefusedError['status'], message: string) {
    super(message)
    this.status = status
  }
}
