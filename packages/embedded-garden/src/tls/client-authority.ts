import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509'
import { type ClientKeys, RSA } from './client-keys.ts'

const LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000

/** PEM texts; the key in the form of its kind: PKCS#1 for RSA, as Gardener keeps it, SEC 1 for a curve. */
export interface ClientAuthority {
  readonly certificate: string
  readonly privateKey: string
}

/** A certificate authority for the clients of one shoot's API server. `keys`: RSA as in Gardener, or a curve, which is made at once. */
export async function createClientAuthority(now: Date, keys: ClientKeys = RSA): Promise<ClientAuthority> {
  const pair = (await webcrypto.subtle.generateKey(keys.algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString('hex'),
    name: 'CN=kubernetes-client',
    notBefore: now,
    notAfter: new Date(now.getTime() + LIFETIME_MS),
    signingAlgorithm: keys.algorithm,
    keys: pair,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    certificate: certificate.toString('pem'),
    privateKey: key.export({ type: keys.pem, format: 'pem' }).toString(),
  }
}
