import fc from 'fast-check'
import type { Description, Parameter, Schema, Target } from './description.ts'
import type { Known } from './known-names.ts'

/** The input of one request. */
export interface Input {
  /** Description for the report. */
  readonly manner:
    | 'what is well'
    | 'as described'
    | 'something left out'
    | 'something of another type'
    | 'something too long'
    | 'something hostile'
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Undefined = none. */
  readonly body: unknown
}

const HOSTILE = [
  "' OR 1=1 --",
  '"; DROP TABLE claim; --',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '=cmd|calc!A1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  '\r\nset-cookie: a=b',
  '%',
  '%00',
  '%E0%A4%A',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e309',
  '9007199254740993',
  '𝕏'.repeat(40),
  'a'.repeat(300),
  '((((((((((a+)+)+)+)+)+)+)+)+)+)$',
] as const

const OTHER_TYPES = [null, true, -1, 1.5, 1e300, '', [], [[]], {}, { length: -1 }, ['x'], 'x'] as const

/** Inputs of an operation: mostly valid ones, and the same with a fault. */
export function inputsOf(target: Target, description: Description, known: Known): fc.Arbitrary<Input> {
  const { parameters, requestBody } = target.operation
  const schemaOf = requestBody?.content?.['application/json']?.schema
  const world = { description, known }
  const draw = (schema: Schema) => valuesOf(schema, world, 0)
  const text = ({ name, schema }: Parameter): fc.Arbitrary<string> => {
    if (name === 'If-Match')
      return fc.oneof(
        fc.constant('"0"'),
        fc.nat(99).map(number => `"${number}"`),
      )
    return name === 'Idempotency-Key' ? fc.uuid() : draw(schema).map(String)
  }
  const part = (where: 'query' | 'header') => {
    const own = parameters.filter(each => each.in === where)
    return fc.record(Object.fromEntries(own.map(each => [each.name, text(each)])), {
      requiredKeys: own.filter(each => each.required).map(each => each.name),
    })
  }
  const good = fc.record({
    path: placesOf(target, known),
    query: part('query'),
    headers: part('header'),
    body: schemaOf === undefined ? fc.constant(undefined) : draw(schemaOf),
  })
  const bad = <Manner extends Input['manner']>(
    manner: Manner,
    spoil: (input: Omit<Input, 'manner'>, n: number) => Omit<Input, 'manner'>,
  ) => fc.tuple(good, fc.nat(9_999)).map(([input, n]) => ({ manner, ...spoil(input, n) }))
  return fc.oneof(
    { weight: 4, arbitrary: good.map(input => ({ manner: 'as described' as const, ...input })) },
    { weight: 1, arbitrary: bad('something left out', leaveOut) },
    { weight: 1, arbitrary: bad('something of another type', (input, n) => put(input, n, pick(OTHER_TYPES, n))) },
    {
      weight: 1,
      arbitrary: bad('something too long', (input, n) => put(input, n, 'x'.repeat(1_000 + (n % 7) * 1_000))),
    },
    { weight: 2, arbitrary: bad('something hostile', (input, n) => put(input, n, pick(HOSTILE, n))) },
  )
}

/** Path segments: mostly those of an existing object. */
function placesOf({ address, operation }: Target, known: Known): fc.Arbitrary<Record<string, string>> {
  const own = operation.parameters.filter(each => each.in === 'path')
  const made = fc.oneof(fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?$/), fc.uuid(), fc.nat().map(String))
  const one = ({ schema }: Parameter) => (schema.enum ? fc.constantFrom(...schema.enum.map(String)) : made)
  const any = fc.record(Object.fromEntries(own.map(each => [each.name, one(each)])))
  const there = known.places(address)
  if (own.length === 0 || there.length === 0) return any
  const hit = fc.tuple(any, fc.constantFrom(...there)).map(([places, found]) => ({ ...places, ...found }))
  return fc.oneof({ weight: 4, arbitrary: hit }, { weight: 1, arbitrary: any })
}

interface World {
  readonly description: Description
  readonly known: Known
}

/** Values that match a schema, without unusually deep nesting. */
function valuesOf(schema: Schema, world: World, depth: number): fc.Arbitrary<unknown> {
  const { $ref, anyOf, allOf, properties = {}, required = [] } = schema
  const deeper = (each: Schema) => valuesOf(each, world, depth + 1)
  if ($ref !== undefined) {
    const named = world.description.components.schemas[$ref.split('/').at(-1) ?? '']
    return named ? deeper(named) : fc.constant(null)
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(deeper))
  if (allOf?.[0]) return deeper(allOf[0])
  const fieldOf = (name: string, any: fc.Arbitrary<unknown>) => {
    const texts = world.known.texts(name)
    return texts.length === 0
      ? any
      : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: any })
  }
  switch (schema.type) {
    case 'string':
      return textsOf(schema)
    case 'integer':
    case 'number': {
      const { minimum = -1_000, maximum = 1_000_000 } = schema
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 4 } = schema
      return depth > 6
        ? fc.constant([])
        : fc.array(deeper(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) })
    }
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fieldOf(name, deeper(each))])),
        {
          requiredKeys: [...required],
        },
      )
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const WORDS = [
  'aws',
  'azure',
  'gcp',
  'cf-eu11',
  'eu-central-1',
  'ga-1',
  'because',
  'aws(PR=cf-eu11) -> EU',
  '- aws\n- gcp\n',
  'type:aws',
  '',
]

function textsOf({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map(date => date.toISOString())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  const words = WORDS.filter(fits)
  const any = fc.string({ minLength, maxLength: Math.min(maxLength, 200), unit: 'grapheme' }).filter(fits)
  return words.length === 0
    ? any
    : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: any })
}

type Sent = Omit<Input, 'manner'>

function pick<Item>(items: readonly Item[], n: number): Item {
  return items[n % items.length] as Item
}

/** Removes one part. */
function leaveOut(input: Sent, n: number): Sent {
  const places = [
    ...Object.keys(input.query).map(key => ['query', key]),
    ...Object.keys(input.headers).map(key => ['headers', key]),
  ] as const
  const [where, key = ''] = places[n % (places.length + 1)] ?? []
  if (where === 'query') return { ...input, query: without(input.query, key) }
  if (where === 'headers') return { ...input, headers: without(input.headers, key) }
  if (!isRecord(input.body)) return { ...input, body: undefined }
  const keys = Object.keys(input.body)
  return { ...input, body: keys.length === 0 ? undefined : without(input.body, pick(keys, n)) }
}

/** Sets `value` in one part. */
function put(input: Sent, n: number, value: unknown): Sent {
  const places = [
    ...Object.keys(input.path).map(key => ['path', key]),
    ...Object.keys(input.query).map(key => ['query', key]),
    ...Object.keys(input.headers).map(key => ['headers', key]),
    ...(isRecord(input.body) ? Object.keys(input.body) : []).map(key => ['body', key]),
    ...(input.body === undefined ? [] : [['body', '']]),
  ]
  const [where, key = ''] = places[(n >> 3) % places.length] ?? []
  if (where === undefined) return input
  if (where === 'body')
    return { ...input, body: key === '' || !isRecord(input.body) ? value : within(input.body, key, n, value) }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (where === 'path') return { ...input, path: { ...input.path, [key]: text } }
  if (where === 'query') return { ...input, query: { ...input.query, [key]: text } }
  // Inputs that a client can send.
  return { ...input, headers: { ...input.headers, [key]: text.replaceAll(/[^\x20-\x7e]/g, '?') } }
}

/** In a field of a body, at any depth. */
function within(body: Readonly<Record<string, unknown>>, key: string, n: number, value: unknown): unknown {
  const field = body[key]
  if (n % 2 === 0 && isRecord(field) && Object.keys(field).length > 0)
    return { ...body, [key]: within(field, pick(Object.keys(field), n >> 2), n >> 1, value) }
  return { ...body, [key]: value }
}

function without<Of extends object>(of: Of, key: string): Of {
  return Object.fromEntries(Object.entries(of).filter(([name]) => name !== key)) as Of
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
