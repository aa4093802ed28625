import { chainEnd } from '#lib/store/audit/verify.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every } from './every.ts'

const EVERY_MS = 300_000

/**
 * Writes the end of the audit log to the log now and then, as `hap audit verify --expect` takes it: whoever changes the database does
 * not reach what a collector has. Out: how to end that.
 */
export function tellAuditEnd(
  store: Pick<Store, 'db'>,
  everyMs = EVERY_MS,
  tell = (end: string) => log().info({ auditEnd: end }, 'the end of the audit log'),
): () => void {
  let told = ''
  const look = async () => {
    const { seq, hash } = await chainEnd(store.db)
    const end = `${seq}:${hash}`
    if (seq === 0n || end === told) return
    tell(end)
    told = end
  }
  return every(everyMs, look, 'the end of the audit log was not read')
}
