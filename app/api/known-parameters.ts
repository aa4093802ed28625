import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { wrongParameters } from './routes.ts'

/**
 * Returns the parameters of a request. Throws RefusedRequestError 400 for an unknown or repeated
 * one.
 */
export function requireKnownParameters({ url }: Request): URLSearchParams {
  const address = new URL(url)
  const wrong = wrongParameters(address)
  if (wrong !== null) throw new RefusedRequestError(400, wrong)
  return address.searchParams
}
