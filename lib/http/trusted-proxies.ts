import { BlockList, isIP } from 'node:net'

/** The proxies whose word on where a request came from is taken. In: addresses and CIDR ranges. Null when one of them is neither. */
export function trustedProxies(entries: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, more] = entry.split('/')
    const family = familyOf(address)
    if (family === null || more !== undefined) return null
    if (bits === undefined) list.addAddress(address, family)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128))
      list.addSubnet(address, Number(bits), family)
    else return null
  }
  return list
}

/**
 * Where a request comes from. In: the address of the connection, and what `X-Forwarded-For` says. Each proxy appends whom it heard
 * from, so the list is read from its end for as long as the one who wrote is trusted: what stands before that anybody may have made up.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = plainAddress(peer)
  const hops = (forwardedFor ?? '').split(',').map(hop => plainAddress(hop.trim()))
  while (isTrusted(address, trusted)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return address
}

/** Whether an address is that of a trusted proxy. */
export function isTrusted(address: string, trusted: BlockList): boolean {
  const plain = plainAddress(address)
  const family = familyOf(plain)
  return family !== null && trusted.check(plain, family)
}

/** IPv4 also where a socket of IPv6 tells it. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}
