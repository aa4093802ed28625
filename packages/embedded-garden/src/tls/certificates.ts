import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const YEAR_MS = 365 * 24 * 3600 * 1000
const AUTHORITY_YEARS = 10
const HOUR_MS = 3600 * 1000

/** The server's certificate and key, and the authority that clients trust. PEM. */
export interface ServerCertificates {
  readonly caCertificate: string
  readonly certificate: string
  readonly privateKey: string
}

/** Creates a certificate authority and a server certificate for the loopback addresses, signed by it. */
export async function createServerCertificates(now: Date): Promise<ServerCertificates> {
  const issue = await createAuthority(now)
  return issue()
}

let shared: Promise<ServerCertificates> | undefined

/** The certificates that all in-memory gardens of this process share, since tests start many. */
export function sharedCertificates(now: Date): Promise<ServerCertificates> {
  shared ??= createServerCertificates(now)
  return shared
}

/** Creates an authority; the result issues server certificates for the loopback addresses, each with a new key. */
export async function createAuthority(now: Date): Promise<() => Promise<ServerCertificates>> {
  const notBefore = new Date(now.getTime() - HOUR_MS)
  const notAfter = new Date(now.getTime() + AUTHORITY_YEARS * YEAR_MS)
  const authority = await generateKeys()
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: 'CN=embedded-garden-ca',
    notBefore,
    notAfter,
    signingAlgorithm: ALGORITHM,
    keys: authority,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  })
  return async () => {
    const keys = await generateKeys()
    const certificate = await X509CertificateGenerator.create({
      serialNumber: serial(),
      subject: 'CN=embedded-garden',
      issuer: ca.subject,
      notBefore,
      notAfter,
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey: authority.privateKey,
      extensions: [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'ip', value: '::1' },
          { type: 'dns', value: 'localhost' },
        ]),
      ],
    })
    return {
      caCertificate: ca.toString('pem'),
      certificate: certificate.toString('pem'),
      privateKey: await privateKeyPem(keys.privateKey),
    }
  }
}

function generateKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
}

async function privateKeyPem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`
}

function serial(): string {
  // A leading 1 keeps the number positive and of full length.
  return `1${randomBytes(15).toString('hex').slice(1)}`
}
