import type { StatusObject } from '#lib/garden/resources/objects.ts'
import { isRecord } from '#lib/hap/document.ts'

/** Of what is wrong with an object; more nobody is told. */
const MOST_CAUSES = 100

/** The Status in a refusal, as far as it is what an API server sends: it may be anybody's. null when it is none. */
export function readStatus(body: string): StatusObject | null {
  const status = parsed(body)
  if (!isRecord(status) || status.kind !== 'Status') return null
  const details = isRecord(status.details) ? status.details : {}
  const causes = Array.isArray(details.causes) ? details.causes.slice(0, MOST_CAUSES).filter(isRecord) : []
  return {
    ...texts(status, 'message', 'reason'),
    details: {
      ...(typeof details.retryAfterSeconds === 'number' && { retryAfterSeconds: details.retryAfterSeconds }),
      causes: causes.map(cause => texts(cause, 'reason', 'field')),
    },
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function texts<Name extends string>(
  record: Readonly<Record<string, unknown>>,
  ...names: readonly Name[]
): { [Each in Name]?: string } {
  const found = names.flatMap(name => (typeof record[name] === 'string' ? [[name, record[name]] as const] : []))
  return Object.fromEntries(found) as { [Each in Name]?: string }
}
