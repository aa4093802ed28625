const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

const utf8 = new TextEncoder()

/**
 * Where the walk over the free bindings begins (D13): FNV-1a, 32 bits, over the UTF-8 bytes of the tenant followed by the
 * hyperscaler type, modulo the number of free bindings. Tenants that claim at the same moment so rarely meet.
 */
export function claimStart(tenant: string, hyperscalerType: string, free: number): number {
  return free === 0 ? 0 : fnv1a(tenant + hyperscalerType) % free
}

/** A 32-bit hash (FNV-1a) that is the same in every process. */
export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS
  for (const byte of utf8.encode(text)) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}
