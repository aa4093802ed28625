import type { Shoot } from '#lib/hap/pools/shoot.ts'

/** A shoot at rest, on binding `a`. */
export function shootOf(name: string, more: Partial<Shoot> = {}): Shoot {
  return {
    namespace: 'garden-test',
    name,
    uid: `uid-${name}`,
    binding: { kind: 'CredentialsBinding', name: 'a' },
    globalAccount: 'ga-1',
    subaccount: null,
    runtimeId: null,
    provider: 'aws',
    region: 'eu-central-1',
    createdAt: '2026-01-01T00:00:00Z',
    deletedAt: null,
    hibernated: false,
    lastOperation: null,
    errorCodes: [],
    ...more,
  }
}
