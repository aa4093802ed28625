import type { RequestInfo } from './request-info.ts'

/** The key by which the log counts requests. */
export interface RequestKind {
  readonly verb: string
  /** `shoots.core.gardener.cloud`, `shoots.core.gardener.cloud/status`, or the path of a non-resource request. */
  readonly resource: string
  readonly userAgent: string
}

export interface RequestCount extends RequestKind {
  readonly count: number
}

/** Counts requests by verb, resource and user agent. */
export class RequestLog {
  readonly #counts = new Map<string, RequestCount>()

  record(kind: RequestKind): void {
    const key = `${kind.verb} ${kind.resource} ${kind.userAgent}`
    this.#counts.set(key, { ...kind, count: (this.#counts.get(key)?.count ?? 0) + 1 })
  }

  /** Number of requests that match every given field of `kind`. */
  count(kind: Partial<RequestKind> = {}): number {
    return this.all()
      .filter(each => Object.entries(kind).every(([part, value]) => each[part as keyof RequestKind] === value))
      .reduce((total, each) => total + each.count, 0)
  }

  all(): RequestCount[] {
    return [...this.#counts.values()]
  }

  clear(): void {
    this.#counts.clear()
  }
}

export function kindOf(info: RequestInfo, userAgent: string): RequestKind {
  const { resource: target } = info
  if (!target) return { verb: info.verb, resource: info.path, userAgent }
  const name = target.group ? `${target.plural}.${target.group}` : target.plural
  return { verb: target.verb, resource: target.subresource ? `${name}/${target.subresource}` : name, userAgent }
}
