import 'reflect-metadata'
import { createPrivateKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { ClientAuthority } from './client-authority.ts'
import { type ClientKeys, CURVE, RSA } from './client-keys.ts'

/** Clocks may differ a little. */
const BACKDATED_MS = 60_000

interface ClientSubject {
  readonly commonName: string
  readonly organization: string
}

/** A client certificate and its key, PEM, of the authority's kind and signed by it. Throws when the authority's texts are no certificate and key. */
export async function createClientCertificate(
  authority: ClientAuthority,
  subject: ClientSubject,
  now: Date,
  seconds: number,
): Promise<{ certificate: string; privateKey: string }> {
  const issuer = new X509Certificate(authority.certificate)
  const authorityKey = createPrivateKey(authority.privateKey)
  const kind = authorityKey.asymmetricKeyType === 'rsa' ? RSA : CURVE
  const pair = (await webcrypto.subtle.generateKey(kind.algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await X509CertificateGenerator.create({
    serialNumber: randomBytes(8).toString('hex'),
    subject: [{ CN: [subject.commonName] }, { O: [subject.organization] }],
    issuer: issuer.subject,
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + seconds * 1000),
    signingAlgorithm: kind.algorithm,
    publicKey: pair.publicKey,
    signingKey: await importKey(authorityKey, kind),
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ],
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    certificate: certificate.toString('pem'),
    privateKey: key.export({ type: kind.pem, format: 'pem' }).toString(),
  }
}

async function importKey(key: KeyObject, { algorithm }: ClientKeys): Promise<CryptoKey> {
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return (await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])) as CryptoKey
}
