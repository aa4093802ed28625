import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { X509Certificate as Certificate, KeyUsageFlags, KeyUsagesExtension } from '@peculiar/x509'
import { parse as parseYaml } from 'yaml'
import { arrayAt, isObject, type Json, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { type Comparison, type Difference, differences } from './difference.ts'

/** Claims and headers that differ in each run. */
const CHANGING = new Set(['iat', 'exp', 'nbf', 'warnafter', 'jti', 'kid'])
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/** Compares the content of a redacted value: the claims of a token, the text and the certificate of a kubeconfig. */
export function decodedDifferences(
  decoded: Readonly<Record<string, JsonObject>> | undefined,
  body: Json | undefined,
  comparison: Comparison,
): Difference[] {
  const status = objectAt(isObject(body) ? body : {}, 'status')
  return Object.entries(decoded ?? {}).flatMap(([field, expected]) => {
    const value = stringAt(status, field.replace(/^status\./, ''))
    const actual = field === 'status.token' ? decodeToken(value) : decodeKubeconfig(value)
    return differences(mask(expected), mask(actual), comparison, `decoded ${field}`)
  })
}

function mask(value: Json): Json {
  if (Array.isArray(value)) return value.map(mask)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      CHANGING.has(key) && item !== undefined ? '<masked>' : mask(item ?? null),
    ]),
  )
}

function decodeToken(token: string): JsonObject {
  const [header = '', payload = ''] = token.split('.')
  return { header: decodePart(header), payload: decodePart(payload) }
}

function decodePart(part: string): Json {
  return JSON.parse(Buffer.from(part, 'base64url').toString() || 'null') as Json
}

function decodeKubeconfig(base64: string): JsonObject {
  const text = Buffer.from(base64, 'base64').toString()
  const config = parseYaml(text) as JsonObject
  const user = objectAt(objectsAt(config, 'users')[0], 'user')
  return {
    certificate: describeCertificate(Buffer.from(stringAt(user, 'client-certificate-data'), 'base64').toString()),
    text: text.replaceAll(/(-data: ).+/g, '$1UkVEQUNURUQ='),
  }
}

/** Describes a certificate in the format of openssl, like the recording. */
function describeCertificate(pem: string): string[] {
  const certificate = new X509Certificate(pem)
  const subject = certificate.subject.split('\n')
  const order = (name: string) => subject.find(part => part.startsWith(`${name}=`)) ?? `${name}=`
  const usage = new Certificate(pem).getExtension(KeyUsagesExtension)
  const digital = ((usage?.usages ?? 0) & (KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment)) !== 0
  const client = arrayAt({ usage: [...(certificate.keyUsage ?? [])] }, 'usage').includes(CLIENT_AUTH)
  return [
    `subject=${order('CN')},${order('O')}`,
    usage?.critical ? 'X509v3 Key Usage: critical' : 'X509v3 Key Usage:',
    digital ? 'Digital Signature, Key Encipherment' : '',
    'X509v3 Extended Key Usage:',
    client ? 'TLS Web Client Authentication' : '',
  ]
}
