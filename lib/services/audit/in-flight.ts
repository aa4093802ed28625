/** A server gives up on a request, and a transaction whose client is gone is over, after this long at the latest. */
const IN_FLIGHT_MS = 120_000

/** Whether what an entry of the audit log began may still land. `at`: of the entry, as ISO 8601; `now`: milliseconds since 1970. */
export function mayStillLand({ at }: { readonly at: string }, now: number): boolean {
  return now - Date.parse(at) < IN_FLIGHT_MS
}
