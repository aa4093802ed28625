const DECIMAL = /^\d{1,40}$/

/**
 * Whether one resourceVersion of an object is newer than another one of the same resource. They can be compared as numbers
 * (Kubernetes 1.35 says so; what etcd counts always could be); null for anything else, of which nobody can tell.
 */
export function isNewerVersion(version: string, than: string): boolean | null {
  if (version === than) return false
  if (!DECIMAL.test(version) || !DECIMAL.test(than)) return null
  return BigInt(version) > BigInt(than)
}
