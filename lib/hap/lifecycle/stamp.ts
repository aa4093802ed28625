/** A moment in milliseconds since 1970 as HAP notes it: RFC 3339 in UTC, to the second. */
export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
