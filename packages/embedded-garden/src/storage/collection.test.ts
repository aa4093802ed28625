import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedKeys } from './collection.ts'

const key = fc
  .tuple(fc.constantFrom('a', 'ab', 'b', 'garden-x'), fc.constantFrom('1', '10', '2', 'z-1', 'z.1'))
  .map(([namespace, name]) => `${namespace}/${name}`)
const step = fc.oneof(
  fc.record({ add: key }),
  fc.record({ remove: key }),
  fc.record({ addMany: fc.array(key, { maxLength: 5 }) }),
)

function contents(keys: SortedKeys): string[] {
  return Array.from({ length: keys.size }, (_, i) => keys.at(i) ?? '')
}

test('keys remain sorted and unique after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const keys = new SortedKeys()
      const model = new Set<string>()
      for (const each of steps) {
        if ('add' in each) {
          keys.add(each.add)
          model.add(each.add)
        } else if ('remove' in each) {
          keys.remove(each.remove)
          model.delete(each.remove)
        } else {
          keys.addMany(each.addMany)
          for (const one of each.addMany) model.add(one)
        }
      }
      expect(contents(keys)).toEqual([...model].sort())
    }),
  )
})

test('a prefix selects exactly the keys that start with it', () => {
  fc.assert(
    fc.property(fc.array(key), fc.constantFrom('', 'a/', 'ab/', 'b/', 'c/'), (all, prefix) => {
      const keys = new SortedKeys()
      keys.addMany(all)
      const [from, to] = keys.rangeOf(prefix)
      expect(contents(keys).slice(from, to)).toEqual([...new Set(all)].sort().filter(each => each.startsWith(prefix)))
    }),
  )
})
