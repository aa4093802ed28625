import { sameAcrossBundles } from '#lib/across-bundles.ts'

/** A view that is not kept, changed or deleted as asked; `message` is fit for whoever asked. */
export class ViewError extends Error {
  static {
    sameAcrossBundles(ViewError, 'ViewError')
  }

  override readonly name = 'ViewError'
  readonly status: 400 | 403 | 404 | 409

  constructor(status: ViewError['status'], message: string) {
    super(message)
    this.status = status
  }
}
