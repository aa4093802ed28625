/** A kind of key for client certificates and their authority, and how its PEM text is written. */
export interface ClientKeys {
  readonly algorithm: RsaHashedKeyGenParams | (EcKeyGenParams & { readonly hash: string })
  readonly pem: 'pkcs1' | 'sec1'
}

export const RSA: ClientKeys = {
  algorithm: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  pem: 'pkcs1',
}

/** Made in a millisecond, where an RSA key takes the processor a tenth of a second. */
export const CURVE: ClientKeys = { algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }, pem: 'sec1' }
