import { DANGER_CODES, type DangerCode } from './danger.ts'

/** What requests of some namespaces may have although it is dangerous. */
export type Exceptions = ReadonlyMap<string, ReadonlySet<DangerCode>>

/** Text that is no list of exceptions. `message` says what is expected. */
export class ExceptionsError extends Error {
  override readonly name = 'ExceptionsError'
}

/**
 * Exceptions as the setting writes them: `compass=cluster-secrets,pod-access;kcp-system=roles`. Namespaces are those of the
 * requests. Throws ExceptionsError.
 */
export function parseExceptions(text: string): Exceptions {
  const exceptions = new Map<string, ReadonlySet<DangerCode>>()
  for (const entry of text.split(';').map(each => each.trim())) {
    if (entry === '') continue
    const [namespace = '', codes, ...more] = entry.split('=').map(each => each.trim())
    if (namespace === '' || codes === undefined || more.length > 0) {
      throw new ExceptionsError(
        `"${entry}" is no exception. Write NAMESPACE=CODE,CODE; for example compass=pod-access.`,
      )
    }
    const known = codes.split(',').map(code => codeOf(code.trim(), namespace))
    exceptions.set(namespace, new Set([...(exceptions.get(namespace) ?? []), ...known]))
  }
  return exceptions
}

function codeOf(text: string, namespace: string): DangerCode {
  const code = DANGER_CODES.find(each => each === text)
  if (code !== undefined) return code
  throw new ExceptionsError(`"${text}" of namespace ${namespace} is no code. Codes are: ${DANGER_CODES.join(', ')}.`)
}
