import { sameAcrossBundles } from '#lib/across-bundles.ts'

/** What went wrong with the database, in words for the terminal or a page: never what the driver said. */
export class StoreError extends Error {
  static {
    sameAcrossBundles(StoreError, 'StoreError')
  }

  override readonly name: string = 'StoreError'
}

/**
 * The database does not answer. Of a transaction nothing was written, unless `outcomeUnknown`: then the connection broke during the
 * commit. Of a single statement outside a transaction, which commits itself, it is never known: such an error leaves that open.
 */
export class StoreUnavailableError extends StoreError {
  static {
    sameAcrossBundles(StoreUnavailableError, 'StoreUnavailableError')
  }

  override readonly name = 'StoreUnavailableError'
  readonly outcomeUnknown: boolean

  constructor(message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options)
    this.outcomeUnknown = options.outcomeUnknown ?? false
  }
}

/** Too much at once: no connection became free, or a transaction took too long. Nothing was written. */
export class StoreBusyError extends StoreError {
  static {
    sameAcrossBundles(StoreBusyError, 'StoreBusyError')
  }

  override readonly name = 'StoreBusyError'
}

/** Others changed the same rows again and again. Nothing was written. */
export class StoreConflictError extends StoreError {
  static {
    sameAcrossBundles(StoreConflictError, 'StoreConflictError')
  }

  override readonly name = 'StoreConflictError'
}
