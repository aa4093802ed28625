import { isReservedRequestId } from '#lib/hap/audit/target.ts'

/** The id whoever asks gave the request, or one of its own; the audit log keeps it. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')?.slice(0, 100)
  if (given && !isReservedRequestId(given)) return given
  const own = OWN.get(request) ?? crypto.randomUUID()
  OWN.set(request, own)
  return own
}

/** All entries of a request have the same one. */
const OWN = new WeakMap<Request, string>()
