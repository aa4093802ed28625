import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
  type SignKeyObjectInput,
  sign,
  verify,
} from 'node:crypto'
import type { JsonObject } from '#embedded-garden/json.ts'
import { isObject, objectAt } from '#embedded-garden/json.ts'

/** The default issuer. */
const ISSUER = 'https://kubernetes.default.svc'

/** Kinds of objects that a token can be bound to; deleting the object invalidates the token. */
export const BINDABLE = ['Secret', 'Pod', 'Node'] as const

export interface BoundObject {
  readonly kind: (typeof BINDABLE)[number]
  readonly name: string
  readonly uid: string
}

/** The claims of a verified token. */
interface AccountClaims {
  readonly namespace: string
  readonly account: { readonly name: string; readonly uid: string }
  readonly bound: BoundObject | null
  readonly audiences: readonly string[]
}

export interface VerifiedToken extends AccountClaims {
  readonly id: string
  /** Epoch seconds. */
  readonly notBefore: number
  readonly expires: number
}

/** Signs and reads the bound tokens of ServiceAccounts: JWTs by RS256, or by ES256 with a key on the curve P-256. */
export class ServiceAccountTokens {
  /** Issuer of the tokens; also the audience of the API server itself. */
  readonly issuer: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #keyId: string

  /** `privateKey`: RSA or P-256, PEM. */
  constructor(privateKey: string, issuer = ISSUER) {
    this.issuer = issuer
    this.#privateKey = createPrivateKey(privateKey)
    this.#publicKey = createPublicKey(this.#privateKey)
    this.#keyId = createHash('sha256')
      .update(this.#publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url')
  }

  issue({ namespace, account, bound, audiences }: AccountClaims, now: Date, seconds: number): string {
    const issuedAt = Math.floor(now.getTime() / 1000)
    const payload: JsonObject = {
      aud: [...audiences],
      exp: issuedAt + seconds,
      iat: issuedAt,
      iss: this.issuer,
      jti: randomUUID(),
      'kubernetes.io': { namespace, ...claimOf(bound), serviceaccount: { ...account } },
      nbf: issuedAt,
      sub: `system:serviceaccount:${namespace}:${account.name}`,
    }
    const text = `${encode({ alg: this.#isRsa ? 'RS256' : 'ES256', kid: this.#keyId })}.${encode(payload)}`
    return `${text}.${sign('SHA256', Buffer.from(text), jwtKey(this.#privateKey)).toString('base64url')}`
  }

  /** Verifies the signature and returns the claims; null for a token of another issuer. Checks neither time, audience nor account. */
  read(token: string): VerifiedToken | null {
    const [header = '', payload = '', signature = ''] = token.split('.')
    if (
      !signature ||
      !verify(
        'SHA256',
        Buffer.from(`${header}.${payload}`),
        jwtKey(this.#publicKey),
        Buffer.from(signature, 'base64url'),
      )
    )
      return null
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
    const bound = claims['kubernetes.io']
    if (claims.iss !== this.issuer) return null
    if (!isObject(bound) || !isObject(bound.serviceaccount)) return null
    return {
      namespace: String(bound.namespace),
      account: { name: String(bound.serviceaccount.name), uid: String(bound.serviceaccount.uid) },
      bound: boundBy(bound),
      audiences: Array.isArray(claims.aud) ? claims.aud.map(String) : [],
      id: String(claims.jti),
      notBefore: Number(claims.nbf),
      expires: Number(claims.exp),
    }
  }

  get #isRsa(): boolean {
    return this.#privateKey.asymmetricKeyType === 'rsa'
  }
}

function claimOf(bound: BoundObject | null): JsonObject {
  return bound ? { [bound.kind.toLowerCase()]: { name: bound.name, uid: bound.uid } } : {}
}

function boundBy(claims: JsonObject): BoundObject | null {
  const kind = BINDABLE.find(each => isObject(claims[each.toLowerCase()]))
  if (!kind) return null
  const { name, uid } = objectAt(claims, kind.toLowerCase())
  return { kind, name: String(name), uid: String(uid) }
}

/** ES256 requires a signature to be the two numbers in sequence (RFC 7518). */
function jwtKey(key: KeyObject): SignKeyObjectInput {
  return key.asymmetricKeyType === 'rsa' ? { key } : { key, dsaEncoding: 'ieee-p1363' }
}

function encode(part: JsonObject): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
