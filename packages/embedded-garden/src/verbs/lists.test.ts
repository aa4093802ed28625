import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import {
  type Caller,
  configMap,
  namesOf,
  namespace,
  startCaller,
  versionOf,
} from '../../../../test/embedded-garden/caller.ts'

const MAPS = '/api/v1/namespaces/n/configmaps'
let caller: Caller

beforeAll(async () => {
  caller = await startCaller()
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
  for (let i = 0; i < 10; i++)
    await caller.ask('POST', MAPS, { body: configMap(`m${i}`, {}, { odd: String(i % 2 === 1) }) })
})

afterAll(() => caller.stop())

/** All pages of a list; calls `between` after the first. */
async function pages(query: string, between: () => Promise<unknown> = async () => undefined) {
  const names: string[] = []
  const versions = new Set<string>()
  let token = ''
  do {
    const list = await caller.ask('GET', `${MAPS}?${query}${token && `&continue=${token}`}`)
    names.push(...namesOf(list))
    versions.add(versionOf(list))
    if (token === '') await between()
    token = stringAt(objectAt(list, 'metadata'), 'continue')
  } while (token)
  return { names, versions: [...versions] }
}

describe('a list in pages', () => {
  test('equals the whole list for any page size', async () => {
    const whole = namesOf(await caller.ask('GET', MAPS))
    for (const limit of [1, 3, 9, 10, 11]) expect((await pages(`limit=${limit}`)).names).toEqual(whole)
  })

  test('shows one version although objects change in between', async () => {
    const whole = namesOf(await caller.ask('GET', MAPS))
    const { names, versions } = await pages('limit=3', async () => {
      await caller.ask('DELETE', `${MAPS}/m9`)
      await caller.ask('POST', MAPS, { body: configMap('m8-later') })
    })
    expect(names).toEqual(whole)
    expect(versions).toHaveLength(1)
    await caller.ask('DELETE', `${MAPS}/m8-later`)
    await caller.ask('POST', MAPS, { body: configMap('m9', {}, { odd: 'true' }) })
  })

  test('fills its pages with selected objects', async () => {
    const list = await caller.ask('GET', `${MAPS}?limit=3&labelSelector=odd%3Dtrue`)
    expect(namesOf(list)).toEqual(['m1', 'm3', 'm5'])
    expect(objectAt(list, 'metadata').remainingItemCount).toBeUndefined()
    expect((await pages('limit=2&labelSelector=odd%3Dtrue')).names).toEqual(['m1', 'm3', 'm5', 'm7', 'm9'])
  })

  test('states how many are left if nothing is selected', async () => {
    expect(objectAt(await caller.ask('GET', `${MAPS}?limit=4`), 'metadata').remainingItemCount).toBe(6)
  })

  test('expires with 410 and a token that continues at the current state', async () => {
    const first = await caller.ask('GET', `${MAPS}?limit=4`)
    await caller.ask('POST', MAPS, { body: configMap('m4-new') })
    caller.garden.services.store.compact()
    const token = stringAt(objectAt(first, 'metadata'), 'continue')
    const { status, body } = await caller.call('GET', `${MAPS}?limit=4&continue=${token}`)
    expect(status).toBe(410)
    const again = stringAt(objectAt(body as typeof first, 'metadata'), 'continue')
    const rest = await caller.ask('GET', `${MAPS}?continue=${again}`)
    expect(namesOf(rest)).toEqual(['m4', 'm4-new', 'm5', 'm6', 'm7', 'm8', 'm9'])
    await caller.ask('DELETE', `${MAPS}/m4-new`)
  })
})

describe('a list', () => {
  test('is compressed with gzip if it is large and the caller accepts it', async () => {
    const many = Array.from({ length: 300 }, (_, i) => ({
      metadata: { name: `big-${i}`, namespace: 'n', uid: `${i}` },
      data: { x: 'y'.repeat(1000) },
    }))
    caller.garden.load('configmaps', many)
    const answer = await fetchRaw(`${MAPS}?limit=300`, { 'Accept-Encoding': 'gzip' })
    expect(answer.encoding).toBe('gzip')
    const small = await fetchRaw(`${MAPS}?limit=1`, { 'Accept-Encoding': 'gzip' })
    expect(small.encoding).toBe('')
    await caller.ask('DELETE', `${MAPS}?labelSelector=!odd`)
  })

  test('can be returned as a table and as metadata only', async () => {
    const accept = (form: string) => ({ headers: { Accept: `application/json;as=${form};g=meta.k8s.io;v=v1` } })
    const table = await caller.ask('GET', MAPS, accept('Table'))
    expect(objectsAt(table, 'columnDefinitions').map(column => column.name)).toEqual(['Name', 'Data', 'Age'])
    expect(objectsAt(table, 'rows').map(row => (row.cells as unknown[])[0])).toEqual(
      namesOf(await caller.ask('GET', MAPS)),
    )
    const partial = await caller.ask('GET', MAPS, accept('PartialObjectMetadataList'))
    expect(objectsAt(partial, 'items').every(item => item.data === undefined && item.metadata !== undefined)).toBe(true)
  })
})

async function fetchRaw(path: string, headers: Record<string, string>): Promise<{ encoding: string; text: string }> {
  const { request } = await import('node:https')
  return new Promise((resolve, reject) => {
    const { garden } = caller
    request(
      new URL(path, garden.url),
      { ca: garden.caCertificate, headers: { ...headers, Authorization: `Bearer ${garden.token('admin')}` } },
      async response => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({
          encoding: String(response.headers['content-encoding'] ?? ''),
          text: Buffer.concat(chunks).toString(),
        })
      },
    )
      .once('error', reject)
      .end()
  })
}
