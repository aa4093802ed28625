import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createServerCertificates, type ServerCertificates } from '#embedded-garden/tls/certificates.ts'
import { checkAddress } from './check-address.ts'

const YEAR_MS = 365 * 86_400_000
const TODAY = { ciphers: 'TLS_AES_256_GCM_SHA384:ECDHE-ECDSA-AES128-GCM-SHA256' }

let proof: ServerCertificates

beforeAll(async () => {
  proof = await createServerCertificates(new Date())
})

/** The finding of the doctor about a proxy with these options. */
async function checked(options: tls.TlsOptions, { trusted = true, now = Date.now() } = {}) {
  const server = tls.createServer({ cert: proof.certificate, key: proof.privateKey, ...options })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const HAP_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const checks = await checkAddress({ HAP_URL }, { now: () => now, ...(trusted && { ca: proof.caCertificate }) })
  return checks.map(({ verdict, says }) => `${verdict}: ${says.replace(/127\.0\.0\.1:\d+/, 'HOST')}`)
}

test.each<[string, tls.TlsOptions, Parameters<typeof checked>[1], readonly RegExp[]]>([
  [
    'of today',
    TODAY,
    {},
    [/^well: HOST accepts TLSv1\.3 \(TLS_AES_256_GCM_SHA384\) and no outdated protocol or weak cipher suite\.$/],
  ],
  [
    'that takes all',
    { minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' },
    {},
    [/^wrong: HOST accepts TLSv1\.1\.$/, /^wrong: HOST accepts the weak cipher suite [\w-]+\.$/],
  ],
  [
    'with a suite without authenticated encryption',
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' },
    {},
    [/^wrong: HOST accepts the weak cipher suite ECDHE-ECDSA-AES128-SHA\.$/],
  ],
  [
    'with an untrusted certificate',
    TODAY,
    { trusted: false },
    [/^wrong: The certificate of HOST is not trusted here \(\w+\)\.$/, /^well: /],
  ],
  [
    'with a certificate that expires soon',
    TODAY,
    { now: Date.now() + 10 * YEAR_MS - 5 * 86_400_000 },
    [/^note: The certificate of HOST ends in [45] days\.$/, /^well: /],
  ],
])('a proxy %s', async (_, options, circumstances, says) => {
  expect(await checked(options, circumstances)).toEqual(says.map(words => expect.stringMatching(words)))
})

test('an unreachable address is not a fault, because users may reach it by another route', async () => {
  expect(await checkAddress({ HAP_URL: 'https://127.0.0.1:9' })).toMatchObject([
    { verdict: 'note', says: '127.0.0.1:9 does not respond to TLS from this machine (ECONNREFUSED).' },
  ])
})

test.each([null, 'http://hap.example.com'])('%s is not checked', async HAP_URL => {
  expect(await checkAddress({ HAP_URL })).toEqual([])
})
