import { X509Certificate } from 'node:crypto'
import type { Clock } from '#embedded-garden/clock.ts'
import { authenticated, type User } from './user.ts'

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/** Users who prove themselves by a certificate that one authority signed: CN is the name, O are the groups (kube-apiserver). */
export class ClientCertificates {
  readonly #authority: X509Certificate
  readonly #clock: Clock

  /** `authority`: PEM. Throws when it is no certificate. */
  constructor(authority: string, clock: Clock) {
    this.#authority = new X509Certificate(authority)
    this.#clock = clock
  }

  /** The user behind a certificate whose key the caller has proved to hold; null when it is another authority's, or not of this time or use. */
  check(certificate: X509Certificate): User | null {
    const now = this.#clock.now()
    if (!certificate.checkIssued(this.#authority) || !certificate.verify(this.#authority.publicKey)) return null
    if (now < certificate.validFromDate || now > certificate.validToDate) return null
    if (!certificate.keyUsage?.includes(CLIENT_AUTH)) return null
    const { CN, O } = certificate.toLegacyObject().subject as { CN?: string; O?: string | string[] }
    if (!CN) return null
    const credential = `X509SHA256=${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}`
    return authenticated({
      name: CN,
      uid: '',
      groups: O === undefined ? [] : [O].flat(),
      extra: { 'authentication.kubernetes.io/credential-id': [credential] },
    })
  }
}
