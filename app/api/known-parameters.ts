import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { wrongParameters } from './routes.ts'

/** The parameters of a request. Throws RefusedRequestError 400: its route has none of that name, or one is there twice. */
export function requireKnownParameters({ url }: Request): URLSearchParams {
  const address = new URL(url)
  const wrong = wrongParameters(address)
  if (wrong !== null) throw new RefusedRequestError(400, wrong)
  return address.searchParams
}
