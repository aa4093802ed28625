import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describePath, FieldSet } from './field-set.ts'

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:"y"')
const path = fc.array(element, { minLength: 1, maxLength: 3 })
const paths = fc.array(path, { maxLength: 8 })

function setOf(all: readonly (readonly string[])[]): FieldSet {
  const set = new FieldSet()
  for (const each of all) set.insert(each)
  return set
}

const keysOf = (set: FieldSet) => [...set.paths()].map(each => each.join(' ')).sort()
const keys = (all: readonly (readonly string[])[]) => [...new Set(all.map(each => each.join(' ')))].sort()

describe('a set of fields', () => {
  test('is parsed from FieldsV1 as it was written', () => {
    fc.assert(
      fc.property(paths, all => {
        expect(keysOf(FieldSet.fromFieldsV1(setOf(all).toFieldsV1()))).toEqual(keys(all))
      }),
    )
  })

  test('supports union, intersection and difference', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const [mine, theirs] = [keys(left), keys(right)]
        expect(keysOf(setOf(left).union(setOf(right)))).toEqual([...new Set([...mine, ...theirs])].sort())
        expect(keysOf(setOf(left).minus(setOf(right)))).toEqual(mine.filter(each => !theirs.includes(each)))
        expect(keysOf(setOf(left).intersect(setOf(right)))).toEqual(mine.filter(each => theirs.includes(each)))
      }),
    )
  })

  test('difference removes everything at or below the paths of the other set', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const gone = keys(right)
        const below = (each: string) => gone.some(other => each === other || each.startsWith(`${other} `))
        expect(keysOf(setOf(left).without(setOf(right)))).toEqual(keys(left).filter(each => !below(each)))
      }),
    )
  })

  test('names its paths like conflict messages', () => {
    expect(describePath(['f:spec', 'f:workers', 'k:{"name":"a"}', 'f:minimum'])).toBe('.spec.workers[name="a"].minimum')
    expect(describePath(['f:metadata', 'f:finalizers', 'v:"x"'])).toBe('.metadata.finalizers[="x"]')
  })
})
