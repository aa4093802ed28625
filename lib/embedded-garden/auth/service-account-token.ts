import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import type { JsonObject } from '#lib/embedded-garden/json.ts'
import { isObject } from '#lib/embedded-garden/json.ts'

export const ISSUER = 'https://kubernetes.default.svc'

/** What a token says about its ServiceAccount. */
interface AccountClaims {
  readonly namespace: string
  readonly account: { readonly name: string; readonly uid: string }
  /** The Secret with which the token lives and dies. */
  readonly secret: { readonly name: string; readonly uid: string } | null
  readonly audiences: readonly string[]
}

export interface VerifiedToken extends AccountClaims {
  readonly id: string
  /** Epoch seconds. */
  readonly notBefore: number
  readonly expires: number
}

/** Signs and reads the bound tokens of ServiceAccounts: JWTs by RS256. */
export class ServiceAccountTokens {
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #keyId: string

  /** `privateKey`: RSA, PEM. */
  constructor(privateKey: string) {
    this.#privateKey = createPrivateKey(privateKey)
    this.#publicKey = createPublicKey(this.#privateKey)
    this.#keyId = createHash('sha256')
      .update(this.#publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url')
  }

  issue({ namespace, account, secret, audiences }: AccountClaims, now: Date, seconds: number): string {
    const issuedAt = Math.floor(now.getTime() / 1000)
    const payload: JsonObject = {
      aud: [...audiences],
      exp: issuedAt + seconds,
      iat: issuedAt,
      iss: ISSUER,
      jti: randomUUID(),
      'kubernetes.io': { namespace, ...(secret && { secret: { ...secret } }), serviceaccount: { ...account } },
      nbf: issuedAt,
      sub: `system:serviceaccount:${namespace}:${account.name}`,
    }
    const text = `${encode({ alg: 'RS256', kid: this.#keyId })}.${encode(payload)}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.#privateKey).toString('base64url')}`
  }

  /** What a token of ours says; null for anything else. Says nothing of its time, audience or account. */
  read(token: string): VerifiedToken | null {
    const [header = '', payload = '', signature = ''] = token.split('.')
    if (
      !signature ||
      !verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), this.#publicKey, Buffer.from(signature, 'base64url'))
    )
      return null
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
    const bound = claims['kubernetes.io']
    if (!isObject(bound) || !isObject(bound.serviceaccount)) return null
    const { secret } = bound
    return {
      namespace: String(bound.namespace),
      account: { name: String(bound.serviceaccount.name), uid: String(bound.serviceaccount.uid) },
      secret: isObject(secret) ? { name: String(secret.name), uid: String(secret.uid) } : null,
      audiences: Array.isArray(claims.aud) ? claims.aud.map(String) : [],
      id: String(claims.jti),
      notBefore: Number(claims.nbf),
      expires: Number(claims.exp),
    }
  }
}

function encode(part: JsonObject): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
