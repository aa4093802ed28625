import 'reflect-metadata'
import { createPrivateKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A kind of key for client certificates and their authority, and the type of its PEM text. */
interface ClientKeys {
  readonly algorithm: RsaHashedKeyGenParams | (EcKeyGenParams & { readonly hash: string })
  readonly pem: 'pkcs1' | 'sec1'
}

const RSA: ClientKeys = {
  algorithm: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  pem: 'pkcs1',
}

/** Created in a millisecond; an RSA key takes a tenth of a second of CPU time. */
export const CURVE: ClientKeys = { algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }, pem: 'sec1' }

const LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000

/** PEM. The key is in PKCS#1 for RSA, as in Gardener, and in SEC 1 for a curve. */
export interface ClientAuthority {
  readonly certificate: string
  readonly privateKey: string
}

/** Creates a certificate authority for the clients of one shoot's API server. `keys`: RSA as in Gardener, or the faster curve. */
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

/** Tolerates clocks that are slightly behind. */
const BACKDATED_MS = 60_000

interface ClientSubject {
  readonly commonName: string
  readonly organization: string
}

/** Creates a client certificate and key (PEM), signed by the authority. Throws when the authority's texts are invalid. */
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
