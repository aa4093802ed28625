import { badRequest } from '#embedded-garden/http/errors.ts'

/** Where a list continues. */
interface Continuation {
  /** The revision of the list's snapshot; -1 = the present one. */
  readonly revision: number
  /** The first key, without the namespace prefix of the list. */
  readonly start: string
}

const VERSION = 'meta.k8s.io/v1'

/** Callers get it as an opaque text. */
export function encodeContinuation({ revision, start }: Continuation): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start })).toString('base64url')
}

/** Throws 400 for anything encodeContinuation() did not make. */
export function decodeContinuation(token: string): Continuation {
  try {
    const { v, rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>
    if (v === VERSION && Number.isSafeInteger(rv) && typeof start === 'string' && start !== '')
      return { revision: rv as number, start }
  } catch {
    // Falls through to the one answer for every unreadable token.
  }
  throw badRequest('invalid continue token: it was not issued by this server')
}
