import { createHash, createHmac } from 'node:crypto'
import type { Received } from './serve.ts'

/** Whether a request is signed with a key: Signature Version 4, as AWS documents it. */
export function isSignedWith({ method, url, headers, body }: Received, keyId: string, secretKey: string): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/
  const [, id, day = '', region = '', service = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? []
  if (id !== keyId) return false
  const date = String(headers['x-amz-date'])
  const signed = names.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const canonical = [method, url.pathname, '', signed.join(''), names, hash(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretKey}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}
