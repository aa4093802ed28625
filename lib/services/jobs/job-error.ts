import { sameAcrossBundles } from '#lib/across-bundles.ts'

/** A bulk job that is not started, stopped or tried again as asked; `message` is fit for whoever asked. */
export class JobError extends Error {
  static {
    sameAcrossBundles(JobError, 'JobError')
  }

  override readonly name = 'JobError'
  readonly status: 400 | 403 | 404 | 409

  constructor(status: JobError['status'], message: string) {
    super(message)
    this.status = status
  }
}
