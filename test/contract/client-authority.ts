import { isObject, type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { createClientAuthority } from '#embedded-garden/tls/client-certificates.ts'

const REDACTED = 'UkVEQUNURUQ='

/** Replaces the redacted CA of a shoot's clients in a seed by a real one, so that client certificates can be signed. */
export async function withRealAuthority(manifest: JsonObject): Promise<JsonObject> {
  const data = objectAt(manifest, 'data')
  if (manifest.kind !== 'InternalSecret' || !isObject(manifest.data) || stringAt(data, 'ca.key') !== REDACTED)
    return manifest
  const { certificate, privateKey } = await createClientAuthority(new Date())
  const encode = (pem: string) => Buffer.from(pem).toString('base64')
  return { ...manifest, data: { ...data, 'ca.crt': encode(certificate), 'ca.key': encode(privateKey) } }
}
