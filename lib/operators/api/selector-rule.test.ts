import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CelRule } from '#embedded-garden/crd/cel.ts'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { structuralOf } from '#embedded-garden/schema/structural.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import { chartDefinitions } from '#lib/operators/testing/chart.ts'

/** The schema of the field in a definition. */
function selectorSchema(kind: string, path: readonly string[]): JsonObject {
  const definition = chartDefinitions().find(
    ({ spec }) => stringAt(objectAt(spec as JsonObject, 'names'), 'kind') === kind,
  )
  const [version] = objectsAt(objectAt(definition, 'spec'), 'versions')
  const root = objectAt(objectAt(version, 'schema'), 'openAPIV3Schema')
  return path.reduce((schema, name) => objectAt(objectAt(schema, 'properties'), name), root)
}

const SCHEMAS = [
  selectorSchema('Cluster', ['spec', 'infrastructure', 'subscriptionSelector']),
  selectorSchema('SubscriptionRequest', ['spec', 'subscriptionSelector']),
]

test('both kinds have the same rule for their selector', () => {
  expect(SCHEMAS[0]).toEqual(SCHEMAS[1])
  expect(objectsAt(SCHEMAS[0], 'x-kubernetes-validations')).toHaveLength(1)
})

test('the rule accepts what the parser accepts, and "shared" in other letter cases, which only the parser rejects', () => {
  const schema = SCHEMAS[0] ?? {}
  const [source = {}] = objectsAt(schema, 'x-kubernetes-validations')
  const rule = new CelRule(source, structuralOf(schema))
  const part = fc.constantFrom(
    'globalaccount:',
    'shared',
    'a',
    'b-1',
    '-',
    '.',
    '||',
    '||',
    '|',
    ' ',
    '"',
    '"',
    ':',
    'é',
    '\t',
  )
  const long = fc.integer({ min: 60, max: 66 }).map(length => 'x'.repeat(length))
  const texts = fc.array(fc.oneof({ weight: 12, arbitrary: part }, { weight: 1, arbitrary: long }), { maxLength: 9 })
  let taken = 0
  fc.assert(
    fc.property(
      texts.map(parts => parts.join('')),
      text => {
        const byParser = 'selector' in parseSubscriptionSelector(text)
        if (byParser) taken++
        return (rule.check(text, undefined, '') === null) === byParser
      },
    ),
    {
      numRuns: 5_000,
      examples: [['a || shared'], ['"globalaccount:a" || "shared"'], ['a||'], ['a || b'], ['"a" || shared"']],
    },
  )
  expect(taken).toBeGreaterThan(100)
  expect('problems' in parseSubscriptionSelector('Shared') && rule.check('Shared', undefined, '')).toBeNull()
})
