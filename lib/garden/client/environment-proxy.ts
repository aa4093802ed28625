import { BlockList, isIP } from 'node:net'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for a server, as kubectl reads them (Go's
 * httpproxy); null for a direct connection. Servers on this machine never get one.
 */
export function environmentProxy(server: URL, environment: Environment): string | null {
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = variableOf(environment, name)
  if (proxy === '' || isExcepted(server, variableOf(environment, 'NO_PROXY'))) return null
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

function variableOf(environment: Environment, name: string): string {
  return (environment[name] || environment[name.toLowerCase()] || '').trim()
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

function isExcepted(server: URL, exceptions: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const port = server.port || (server.protocol === 'https:' ? '443' : '80')
  if (host === 'localhost' || contains(LOOPBACK, host)) return true
  return exceptions.split(',').some(entry => matches(entry.trim().toLowerCase(), host, port))
}

/** Entries: `*`, a network `10.0.0.0/8`, or an address or domain with or without a port. */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '' || entry === '*') return entry === '*'
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d+)$/.exec(entry) ?? []
  if (network !== '') return isInNetwork(host, network, Number(bits))
  const [, bracketed, plain = '', wanted = port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  const name = bracketed ?? (isIP(entry) === 6 ? entry : plain)
  if (name === '' || wanted !== port) return false
  if (isIP(name) !== 0) return host === name
  const domain = name.replace(/^\*?\./, '')
  return host.endsWith(`.${domain}`) || (domain === name && host === domain)
}

function isInNetwork(host: string, network: string, bits: number): boolean {
  const family = isIP(network)
  if (family === 0 || bits > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6')
  return contains(list, host)
}

function contains(list: BlockList, host: string): boolean {
  const family = isIP(host)
  return family !== 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
