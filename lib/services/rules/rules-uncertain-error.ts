import { sameAcrossBundles } from '#lib/across-bundles.ts'
import { StoreUnavailableError } from '#lib/store/failure/store-errors.ts'

/** Nobody knows which published rules hold, or they cannot be used: nothing may be given by any others. `message` is fit for a page. */
export class RulesUncertainError extends StoreUnavailableError {
  static {
    sameAcrossBundles(RulesUncertainError, 'RulesUncertainError')
  }
}
