import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { ClientAuthority } from './client-authority.ts'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const
/** Clocks may differ a little. */
const BACKDATED_MS = 60_000

interface ClientSubject {
  readonly commonName: string
  readonly organization: string
}

/** A client certificate and its key, PEM, signed by an authority. Throws when the authority's texts are no certificate and key. */
export async function createClientCertificate(
  authority: ClientAuthority,
  subject: ClientSubject,
  now: Date,
  seconds: number,
): Promise<{ certificate: string; privateKey: string }> {
  const issuer = new X509Certificate(authority.certificate)
  const signingKey = await importKey(authority.privateKey)
  const keys = (await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await X509CertificateGenerator.create({
    serialNumber: randomBytes(8).toString('hex'),
    subject: [{ CN: [subject.commonName] }, { O: [subject.organization] }],
    issuer: issuer.subject,
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + seconds * 1000),
    signingAlgorithm: RSA,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ],
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    certificate: certificate.toString('pem'),
    privateKey: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}

async function importKey(pem: string): Promise<CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  return (await webcrypto.subtle.importKey('pkcs8', der, RSA, false, ['sign'])) as CryptoKey
}
