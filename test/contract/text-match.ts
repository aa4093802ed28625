import type { Identities } from './identities.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** "REDACTED", with which the recorder replaced certificates and keys. */
const REDACTED = 'UkVEQUNURUQ='
const OUTAGE = 'error trying to reach service:'

/** Whether two texts are equal, apart from times, and with uids and generated names compared by their role in the scenario. */
export function textsMatch(recorded: string, actual: string, identities: Identities): boolean {
  if (TIME.test(recorded)) return TIME.test(actual)
  if (recorded === REDACTED) return true
  if (recorded.startsWith(OUTAGE)) return actual.startsWith(OUTAGE)
  const [wanted, got] = [recorded.match(UUID) ?? [], actual.match(UUID) ?? []]
  if (wanted.length === 0) return recorded === actual
  if (recorded.replaceAll(UUID, '*') !== actual.replaceAll(UUID, '*') || wanted.length !== got.length) return false
  return wanted.every((uid, i) => identities.match('uid', uid, got[i] ?? ''))
}
