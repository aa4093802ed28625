import fc from 'fast-check'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'

/** A CredentialsBinding with this name and labels; any other field can be given. */
export function bindingOf(
  name: string,
  labels: Readonly<Record<string, string>>,
  more: Partial<Binding> = {},
): Binding {
  return {
    kind: 'CredentialsBinding',
    namespace: 'garden-test',
    name,
    uid: `uid-${name}`,
    resourceVersion: '1',
    account: { kind: 'Secret', namespace: 'garden-test', name },
    providers: [],
    labels,
    annotations: {},
    createdAt: '2026-01-01T00:00:00Z',
    deletedAt: null,
    ...more,
  }
}

const often = <Value>(value: Value, ...rare: readonly Value[]) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 3 }, { arbitrary: fc.constantFrom(value, ...rare), weight: 1 })

const flag = fc.option(often('true', 'false', 'True', ''), { freq: 3, nil: undefined })
const heldFlag = fc.option(often('true', 'held', 'false', ''), { freq: 3, nil: undefined })

const anyLabels = fc
  .record({
    hyperscalerType: often<string | undefined>('aws', 'azure', 'aws_', '', undefined),
    tenantName: fc.option(often('ga-1', 'ga-2', '', 'GA-1'), { freq: 2, nil: undefined }),
    dirty: heldFlag,
    internal: flag,
    shared: heldFlag,
    euAccess: flag,
    'hyperscaler-type': fc.option(fc.constantFrom('aws', 'azure'), { freq: 12, nil: undefined }),
    'tenant-name': fc.option(fc.constantFrom('ga-1', 'ga-2'), { freq: 12, nil: undefined }),
    other: fc.option(fc.constant('x'), { nil: undefined }),
  })
  .map(labels => JSON.parse(JSON.stringify(labels)) as Record<string, string>)

const anyAnnotations = fc.oneof(
  { arbitrary: fc.constant({}), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      { [ANNOTATIONS.hold]: 'ticket 1' },
      { [ANNOTATIONS.hold]: 'ticket 2', [ANNOTATIONS.holdUntil]: '2026-06-01T00:00:00Z' },
      { [ANNOTATIONS.hold]: 'ticket 3', [ANNOTATIONS.heldFlags]: 'dirty' },
      { [ANNOTATIONS.state]: 'cleaning' },
    ),
    weight: 1,
  },
)

/** Bindings of every kind and with every kind of label, legal or not; names repeat across kinds. */
export const anyBinding: fc.Arbitrary<Binding> = fc
  .record({
    kind: often('CredentialsBinding', 'SecretBinding', 'Secret') as fc.Arbitrary<Binding['kind']>,
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    labels: anyLabels,
    annotations: anyAnnotations,
    deletedAt: fc.option(fc.constant('2026-01-02T00:00:00Z'), { freq: 8 }),
    providers: often<readonly string[]>([], ['aws'], ['azure'], ['aws', 'azure']),
    doubt: fc.option(fc.constantFrom('restored' as const, 'copied' as const), { freq: 8 }),
  })
  .map(({ name, labels, doubt, ...more }) => bindingOf(name, labels, { ...more, ...(doubt && { doubt }) }))
