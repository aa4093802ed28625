import tls from 'node:tls'
import type { Env } from '#lib/env.ts'
import { type Checkup, note, well, wrong } from './checkup.ts'

const ANSWER_MS = 10_000
const DAY_MS = 86_400_000
/** A certificate should be renewed this long before it expires. */
const SPARE_DAYS = 14

/** Obsolete parameters that a server must not accept; SECLEVEL=0 lets this client offer them. */
const OLD: tls.SecureContextOptions = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'ALL@SECLEVEL=0',
}
const WEAK: tls.SecureContextOptions = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  ciphers: 'ALL:COMPLEMENTOFALL:!AESGCM:!AESCCM:!CHACHA20:@SECLEVEL=0',
}

/**
 * Checks TLS at HAP_URL from outside, as browsers see it, because TLS ends before the console.
 * Returns no checkups for a URL without https.
 */
export async function checkAddress(
  { HAP_URL }: Pick<Env, 'HAP_URL'>,
  { ca, now = Date.now }: { readonly ca?: string; readonly now?: () => number } = {},
): Promise<readonly Checkup[]> {
  const at = HAP_URL === null ? null : new URL(HAP_URL)
  if (at?.protocol !== 'https:') return []
  const met = await handshake(at, { ...(ca !== undefined && { ca }) })
  if ('failure' in met) {
    const says = `${at.host} does not respond to TLS from this machine (${met.failure}).`
    return [note('address', says, 'Check from a user’s network that HAP_URL is correct and that its proxy runs.')]
  }
  return [...certificateChecks(at, met, now()), ...(await agreementChecks(at, met))]
}

function certificateChecks({ host }: URL, { untrusted, endsAt }: Agreed, now: number): readonly Checkup[] {
  if (untrusted !== null) {
    const fix =
      'Use a certificate of an authority that browsers trust. For an authority of your own, set NODE_EXTRA_CA_CERTS on this machine.'
    return [wrong('address', `The certificate of ${host} is not trusted here (${untrusted}).`, fix)]
  }
  const days = Math.floor((endsAt - now) / DAY_MS)
  if (days >= SPARE_DAYS) return []
  return [note('address', `The certificate of ${host} ends in ${days} days.`, 'Renew it, and automate the renewal.')]
}

async function agreementChecks(at: URL, { protocol, cipher }: Agreed): Promise<readonly Checkup[]> {
  const found: Checkup[] = []
  const old = await handshake(at, OLD)
  if ('protocol' in old)
    found.push(
      wrong('address', `${at.host} accepts ${old.protocol}.`, 'Configure its proxy to accept TLS 1.2 and 1.3 only.'),
    )
  const weak = await handshake(at, WEAK)
  if ('protocol' in weak) {
    const fix =
      'Configure its proxy to accept the suites of TLS 1.3, and those of TLS 1.2 with ECDHE and GCM or ChaCha20.'
    found.push(wrong('address', `${at.host} accepts the weak cipher suite ${weak.cipher}.`, fix))
  }
  return found.length > 0
    ? found
    : [well('address', `${at.host} accepts ${protocol} (${cipher}) and no outdated protocol or weak cipher suite.`)]
}

interface Agreed {
  readonly protocol: string
  readonly cipher: string
  /** OpenSSL's reason why the certificate is not trusted; null when it is. */
  readonly untrusted: string | null
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** Performs one TLS handshake. Returns the agreed parameters, or the reason of its failure. */
function handshake({ hostname, port }: URL, offer: tls.SecureContextOptions): Promise<Agreed | { failure: string }> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = /^[\d.]+$|:/.test(host) ? '' : host
  return new Promise(resolve => {
    const socket = tls.connect({ ...offer, host, port: Number(port || 443), servername, rejectUnauthorized: false })
    const end = (outcome: Agreed | { failure: string }) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.setTimeout(ANSWER_MS, () => end({ failure: `no response within ${ANSWER_MS / 1_000} s` }))
    socket.once('error', error => end({ failure: 'code' in error ? String(error.code) : error.message }))
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate()
      const stranger = tls.checkServerIdentity(host, certificate)
      end({
        protocol: socket.getProtocol() ?? 'TLS',
        cipher: socket.getCipher().name,
        untrusted: socket.authorized ? (stranger?.message ?? null) : String(socket.authorizationError),
        endsAt: Date.parse(certificate.valid_to),
      })
    })
  })
}
