import { createECDH, createPrivateKey, generateKeyPair, hkdfSync } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

/** A new RSA key in PEM form, for the tokens of ServiceAccounts. */
export async function createSigningKey(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

let shared: Promise<string> | undefined

/** The key that all in-memory gardens of this process share, since tests start many. */
export function sharedSigningKey(): Promise<string> {
  shared ??= createSigningKey()
  return shared
}

const CURVE = 'prime256v1'
const SCALAR_BYTES = 32

/**
 * The key (PEM) that signs the tokens of a shoot's ServiceAccounts. It is derived from the key of
 * the client authority, so it needs no storage and changes with the authority. Throws when
 * `authorityKey` is not a PEM key.
 */
export function tokenKeyOf(authorityKey: string): string {
  const seed = createPrivateKey(authorityKey).export({ type: 'pkcs8', format: 'der' })
  const scalar = Buffer.from(hkdfSync('sha256', seed, '', 'service-account tokens', SCALAR_BYTES))
  const curve = createECDH(CURVE)
  curve.setPrivateKey(scalar)
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(1 + SCALAR_BYTES)]
  const part = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: part(scalar), x: part(x), y: part(y) }
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString()
}
