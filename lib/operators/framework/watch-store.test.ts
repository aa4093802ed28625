import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Change, ObjectTable, trimmed } from './watch-store.ts'

interface Thing extends KubeObject {
  readonly colours?: readonly string[]
}

const thing = (name: string, resourceVersion: string, colours: readonly string[] = [], uid = `u-${name}`): Thing => ({
  metadata: { name, resourceVersion, uid },
  colours,
})

function create() {
  const table = new ObjectTable<Thing, 'colour'>({ colour: ({ colours = [] }) => colours })
  const changes: string[] = []
  const say = (object: Thing | null) =>
    object === null ? '-' : `${object.metadata?.uid}@${object.metadata?.resourceVersion}`
  const stop = table.subscribe(({ before, after }: Change<Thing>) => changes.push(`${say(before)} ${say(after)}`))
  return { table, changes, stop }
}

describe('a table of objects', () => {
  test('notifies of creations, changes and deletions, not of repetitions', () => {
    const { table, changes, stop } = create()
    table.put('/a', thing('a', '1'))
    table.put('/a', thing('a', '1'))
    table.put('/a', thing('a', '2'))
    table.put('/b', thing('b', '3'))
    table.retain(new Set(['/b']))
    table.remove('/a')
    table.remove('/b')
    stop()
    table.put('/c', thing('c', '4'))
    expect(changes).toEqual(['- u-a@1', 'u-a@1 u-a@2', '- u-b@3', 'u-a@2 -', 'u-b@3 -'])
    expect([table.size, table.get('/c')?.metadata?.name, table.get('/a')]).toEqual([1, 'c', null])
  })

  test('an unseen recreation is a deletion and a creation', () => {
    const { table, changes } = create()
    table.put('/a', thing('a', '1', ['red'], 'old'))
    table.put('/a', thing('a', '9', ['red'], 'new'))
    expect(changes).toEqual(['- old@1', 'old@1 -', '- new@9'])
    expect(table.by('colour', 'red')).toHaveLength(1)
  })

  test('finds objects by the uid of any of their owners', () => {
    const { table } = create()
    const owner = (uid: string) => ({ apiVersion: 'v1', kind: 'Owner', name: 'o', uid })
    const owned = { metadata: { name: 'a', uid: 'a', resourceVersion: '1', ownerReferences: [owner('x'), owner('y')] } }
    table.put('/a', owned)
    expect([table.ownedBy('x'), table.ownedBy('y'), table.ownedBy('z')]).toEqual([[owned], [owned], []])
  })

  test('indexes agree with a scan of all objects after any changes', () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      colours: fc.option(fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')), { nil: null }),
      uid: fc.constantFrom('u1', 'u2'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const { table, changes } = create()
        const reference = new Map<string, Thing>()
        steps.forEach(({ name, colours, uid }, index) => {
          if (colours === null) {
            reference.delete(name)
            table.remove(name)
          } else {
            const object = thing(name, String(index), colours, uid)
            reference.set(name, object)
            table.put(name, object)
          }
          const names = (things: Iterable<Thing>) => [...things].map(each => each.metadata?.name).sort()
          expect(names(table.all())).toEqual(names(reference.values()))
          for (const colour of ['red', 'green', 'blue'])
            expect(names(table.by('colour', colour))).toEqual(
              names([...reference.values()].filter(({ colours: has = [] }) => has.includes(colour))),
            )
        })
        // Each deletion matches an existing object, and the reverse.
        const present = new Set<string>()
        for (const change of changes) {
          const [before = '', after = ''] = change.split(' ')
          if (before !== '-') expect(present.delete(before)).toBe(true)
          if (after !== '-') present.add(after)
        }
        expect(present.size).toBe(reference.size)
      }),
    )
  })
})

test('a cached object has no managedFields and is frozen', () => {
  const object = {
    metadata: { name: 'a', managedFields: [{ manager: 'm' }], labels: { a: 'b' } },
    spec: { list: [{ x: 1 }] },
  }
  const kept = trimmed(object)
  expect(kept).toEqual({ metadata: { name: 'a', labels: { a: 'b' } }, spec: { list: [{ x: 1 }] } })
  expect(() => {
    kept.metadata.labels.a = 'c'
  }).toThrow(TypeError)
  expect(() => kept.spec.list.push({ x: 2 })).toThrow(TypeError)
})
