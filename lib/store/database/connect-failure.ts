import { layersOf } from './store-errors.ts'

/** Why no connection to the server is possible. */
interface ConnectFailure {
  /** Cause and advice as sentences; quotes nothing of DATABASE_URL. */
  readonly reason: string
  /** Whether a server answered and settings have to change, so that waiting does not help. */
  readonly isRefusal: boolean
}

const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'The server refuses the password of DATABASE_URL, or does not know the user. Correct them.',
  '28000':
    'The server refuses the user of DATABASE_URL. Check that the role exists and may log in, and that pg_hba.conf permits it.',
  '3D000': 'The server has no database of the name in DATABASE_URL. Create it, or correct the name.',
  '42501': 'The user of DATABASE_URL may not connect to the database. Grant it: GRANT CONNECT ON DATABASE.',
}

const OUTAGES: Readonly<Record<string, string>> = {
  '53300': 'The server has no connection left. Raise max_connections there, or lower DATABASE_CONNECTIONS.',
  '57P03': 'The server is starting, or shutting down.',
  ECONNREFUSED: 'Nothing listens at the host and port of DATABASE_URL.',
  ENOTFOUND: 'The host name in DATABASE_URL is not known.',
  EAI_AGAIN: 'The name service does not answer for the host in DATABASE_URL.',
  EHOSTUNREACH: 'The host in DATABASE_URL cannot be reached.',
  ENETUNREACH: 'The network of the host in DATABASE_URL cannot be reached.',
  ETIMEDOUT: 'The host in DATABASE_URL gives no answer. Check that the network lets it through.',
  ENOENT: 'The socket that DATABASE_URL names does not exist.',
}

/** Messages of driver and server without a code of their own. */
const MESSAGES: readonly (readonly [pattern: RegExp, reason: string, isRefusal: boolean])[] = [
  [
    /no pg_hba\.conf entry/i,
    'pg_hba.conf of the server has no entry for this user, database and address, or demands TLS. Add an entry, or add sslmode=verify-full to DATABASE_URL.',
    true,
  ],
  [
    /does not support SSL/i,
    'The server offers no TLS, and sslmode in DATABASE_URL demands it: all values but "disable" do. Turn TLS on there, or set sslmode=disable.',
    true,
  ],
  [/timeout expired|connection timeout|timeout exceeded/i, OUTAGES.ETIMEDOUT ?? '', false],
]

/** Codes of Node's TLS checks. */
const TRUST = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|^ERR_TLS|^ERR_SSL|EPROTO|CRL/

const UNTRUSTED =
  'The certificate of the server is not trusted, or not for the host in DATABASE_URL. Add the authority with sslrootcert=FILE, or accept any certificate with sslmode=no-verify.'

/** Classifies an error of the driver; null for an unknown cause. */
export function connectFailure(error: unknown): ConnectFailure | null {
  const layers = layersOf(error)
  for (const { message } of layers) {
    const known = MESSAGES.find(([pattern]) => pattern.test(message))
    if (known !== undefined) return { reason: known[1], isRefusal: known[2] }
  }
  for (const { code } of layers) {
    const refusal = REFUSALS[code]
    if (refusal !== undefined) return { reason: refusal, isRefusal: true }
    const outage = OUTAGES[code]
    if (outage !== undefined) return { reason: outage, isRefusal: false }
    if (TRUST.test(code)) return { reason: UNTRUSTED, isRefusal: true }
  }
  return null
}
