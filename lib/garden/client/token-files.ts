import { parse } from 'yaml'
import { isRecord } from '#lib/hap/document.ts'

/**
 * Where users of a kubeconfig have their tokens, by the names of the users: `tokenFile` as kubectl writes it, which the library leaves
 * out, or `token-file`, which it reads. In: the kubeconfig as it was parsed.
 */
export function tokenFiles(config: unknown): ReadonlyMap<string, string> {
  const users = isRecord(config) && Array.isArray(config.users) ? config.users : []
  return new Map(
    users.filter(isRecord).flatMap(({ name, user }) => {
      const file = isRecord(user) ? (user.tokenFile ?? user['token-file']) : undefined
      return file === undefined || file === null ? [] : [[String(name), String(file)] as const]
    }),
  )
}

/**
 * The content of a kubeconfig, anchors and merges resolved. Throws what the parser throws for what is no YAML. It warns of nothing: that goes
 * to the log, and quotes the text.
 */
export function parseKubeconfig(text: string): unknown {
  return parse(text, { merge: true, logLevel: 'error' })
}

/** The same of a text that may be anybody's. A key that is there twice counts as the last: to look for others takes the square of their number. */
export function parseAnybodys(text: string): unknown {
  return parse(text, { merge: true, logLevel: 'error', uniqueKeys: false })
}
