import { isReservedRequestId } from '#lib/hap/audit/target.ts'

/** Id of a request for the audit log: the client's `x-request-id`, otherwise a generated one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')?.slice(0, 100)
  if (given && !isReservedRequestId(given)) return given
  const own = OWN.get(request) ?? crypto.randomUUID()
  OWN.set(request, own)
  return own
}

/** Generated ids. All records of a request share one. */
const OWN = new WeakMap<Request, string>()
