import { isObject, type Json, type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { withRealAuthority } from './client-authority.ts'
import type { HttpClient } from './http-client.ts'
import { apiPath, discoverKinds, type KindPaths } from './kinds.ts'
import type { Target } from './target.ts'

export class SeedError extends Error {
  override readonly name = 'SeedError'
}

const ESTABLISHED_MS = 10_000
const STEP_MS = 100

/** Creates the seed by the server's API; returns the objects of its responses. */
export async function plantSeed(
  client: HttpClient,
  target: Target,
  seed: readonly JsonObject[],
): Promise<JsonObject[]> {
  const planter = new Planter(client, target)
  const created: JsonObject[] = []
  for (const manifest of seed) created.push(await planter.plant(await withRealAuthority(manifest)))
  return created
}

class Planter {
  readonly #client: HttpClient
  readonly #headers: Readonly<Record<string, string | string[]>>
  readonly #kinds = new Map<string, KindPaths>()

  constructor(client: HttpClient, target: Target) {
    this.#client = client
    this.#headers = { ...target.identify('admin'), Accept: 'application/json', 'User-Agent': 'transcripts' }
  }

  async plant(manifest: JsonObject): Promise<JsonObject> {
    const { status, ...rest } = manifest
    const collection = await this.#collectionOf(manifest)
    const name = stringAt(objectAt(manifest, 'metadata'), 'name')
    const created = await this.#send('POST', collection, rest, 'application/json')
    if (created.status === 409)
      return this.#expect(await this.#send('GET', `${collection}/${name}`, null, ''), manifest)
    const object = this.#expect(created, manifest)
    if (manifest.kind === 'CustomResourceDefinition') await this.#established(`${collection}/${name}`, manifest)
    if (!isObject(status) || manifest.kind !== 'Shoot') return object
    const patched = await this.#send(
      'PATCH',
      `${collection}/${name}/status`,
      { status },
      'application/merge-patch+json',
    )
    return this.#expect(patched, manifest)
  }

  async #established(path: string, manifest: JsonObject): Promise<void> {
    for (let waited = 0; ; waited += STEP_MS) {
      const definition = this.#expect(await this.#send('GET', path, null, ''), manifest)
      const conditions = objectAt(definition, 'status').conditions
      const ready =
        Array.isArray(conditions) &&
        conditions.some(c => isObject(c) && c.type === 'Established' && c.status === 'True')
      if (ready) return
      if (waited > ESTABLISHED_MS) throw new SeedError(`${path} is not established`)
      await new Promise(resolve => setTimeout(resolve, STEP_MS))
    }
  }

  async #collectionOf(manifest: JsonObject): Promise<string> {
    const version = stringAt(manifest, 'apiVersion')
    let kinds = this.#kinds.get(version)
    if (!kinds) {
      const discovered = await this.#send('GET', apiPath(version), null, '')
      kinds = discoverKinds(discovered.body)
      this.#kinds.set(version, kinds)
    }
    const kind = kinds[stringAt(manifest, 'kind')]
    if (!kind) throw new SeedError(`the server has no kind ${stringAt(manifest, 'kind')} in ${version}`)
    const namespace = stringAt(objectAt(manifest, 'metadata'), 'namespace')
    return `${apiPath(version)}${kind.namespaced ? `/namespaces/${namespace}` : ''}/${kind.plural}`
  }

  async #send(method: string, path: string, body: Json, contentType: string) {
    const headers = { ...this.#headers, ...(contentType && { 'Content-Type': contentType }) }
    return this.#client.send({ method, path, headers, body: body === null ? null : JSON.stringify(body) })
  }

  #expect(response: { status: number; body?: Json }, manifest: JsonObject): JsonObject {
    if (response.status < 300 && isObject(response.body)) return response.body
    const why = isObject(response.body) ? stringAt(response.body, 'message') : ''
    const name = stringAt(objectAt(manifest, 'metadata'), 'name')
    throw new SeedError(`seed ${stringAt(manifest, 'kind')} ${name}: ${response.status} ${why}`)
  }
}
