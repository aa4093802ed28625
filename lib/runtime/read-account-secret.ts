import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import { Secret } from '#lib/secret.ts'

/** The data of an account's Secret as a cleaner takes them. Their bytes are wiped; the texts go with whoever got them. Throws GardenError. */
export async function readAccountSecret(
  secrets: Pick<SecretReader, 'read'>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<Secret<ReadonlyMap<string, string>>> {
  const data = await secrets.read({ namespace, name }, { signal })
  const texts = new Map<string, string>()
  for (const [key, bytes] of Object.entries(data)) {
    texts.set(key, bytes.toString('utf8'))
    bytes.fill(0)
  }
  return new Secret(texts)
}
