import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const
const LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000

/** PEM texts; the key in PKCS#1 form, as Gardener keeps it. */
export interface ClientAuthority {
  readonly certificate: string
  readonly privateKey: string
}

/** A certificate authority for the clients of one shoot's API server. */
export async function createClientAuthority(now: Date): Promise<ClientAuthority> {
  const keys = (await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString('hex'),
    name: 'CN=kubernetes-client',
    notBefore: now,
    notAfter: new Date(now.getTime() + LIFETIME_MS),
    signingAlgorithm: RSA,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    certificate: certificate.toString('pem'),
    privateKey: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}
