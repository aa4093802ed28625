import { expect, test } from 'vitest'
import { Secret } from '#lib/util/secret.ts'
import { parseRoleGroups } from '../role-groups.ts'
import { createSealer } from '../session-keys.ts'
import type { SessionLedger, SessionRow } from '../session-record.ts'
import { confirmByIssuer, openTokens, sealTokens } from './confirm-by-issuer.ts'
import type { Issuer, SignedIn } from './issuer.ts'

const TOKENS = createSealer(new Secret('a-secret-of-thirty-two-characters'), 'tokens')
const OLD = { refresh: 'r-1', access: 'a-1', id: 'i-1' }
const NEW = { refresh: 'r-2', access: 'a-2', id: 'i-2' }
const ROW = { id: 's-1', userId: 'oidc:1' } as SessionRow

const says = (
  groups: string[],
  id = 'oidc:1',
  noRoleReason: SignedIn['identity']['noRoleReason'] = 'no-role',
): SignedIn => ({
  identity: { id, name: 'vera', groups, noRoleReason, provedAt: null },
  tokens: NEW,
})

interface Turn {
  readonly sealed: string | null
}

function kit(again: Issuer['refresh'], turn: Turn | null = { sealed: sealTokens(TOKENS, OLD) }) {
  const written: (readonly unknown[])[] = []
  const failures: unknown[] = []
  const reported: unknown[] = []
  const ledger = {
    takeTurn: async () => turn,
    end: async (id: string, reason: string) => written.push(['end', id, reason]) > 0,
    async confirm(id: string, role: string, sealed: string) {
      written.push(['confirm', id, role, openTokens(TOKENS, sealed)])
    },
  } as Partial<SessionLedger> as SessionLedger
  const roles = parseRoleGroups('admin=admins;viewer=staff')
  const { confirm } = confirmByIssuer({
    issuer: { refresh: again },
    ledger,
    roles,
    tokens: TOKENS,
    onFailure: ({ id }, error) => failures.push([id, error]),
    onNoRole: ({ name, noRoleReason }, { id }) => reported.push([name, noRoleReason, id]),
    onRevoked: ({ id }) => reported.push([id]),
  })
  return { confirm: () => confirm(ROW), written, failures, reported }
}

test.each<[string, SignedIn | null, string, readonly unknown[]]>([
  ['the same groups', says(['staff']), 'confirmed', ['confirm', 's-1', 'viewer', NEW]],
  ['more groups', says(['staff', 'admins']), 'confirmed', ['confirm', 's-1', 'admin', NEW]],
  ['no group with a role', says(['x']), 'ended', ['end', 's-1', 'no-role']],
  ['no readable groups', says([], 'oidc:1', 'absent'), 'ended', ['end', 's-1', 'issuer']],
  ['another subject', says(['admins'], 'oidc:2'), 'ended', ['end', 's-1', 'issuer']],
  ['that the user is unknown', null, 'ended', ['end', 's-1', 'issuer']],
])('the identity provider returns %s', async (_, response, answer, entry) => {
  const asked: unknown[] = []
  const { confirm, written } = kit(async (...args) => {
    asked.push(args)
    return response
  })
  expect(await confirm()).toBe(answer)
  expect(asked).toEqual([[OLD, '1']])
  expect(written).toEqual([entry])
})

test('a user without a role is reported with the reason and the session', async () => {
  const { confirm, reported } = kit(async () => says(['x']))
  await confirm()
  expect(reported).toEqual([['vera', 'no-role', 's-1']])
})

test('a session that the identity provider ended is reported', async () => {
  const { confirm, reported } = kit(async () => null)
  await confirm()
  expect(reported).toEqual([['s-1']])
})

test('an unanswered confirmation changes nothing and is reported', async () => {
  const { confirm, written, failures } = kit(async () => {
    throw new Error('fetch failed')
  })
  expect(await confirm()).toBe('unanswered')
  expect([written, failures.length]).toEqual([[], 1])
})

test('only one process confirms a session at a time', async () => {
  const { confirm, written } = kit(async () => {
    throw new Error('was asked')
  }, null)
  expect([await confirm(), written]).toEqual(['unanswered', []])
})

test.each([null, 'sealed with another key'])('tokens that cannot be read (%j) end the session', async sealed => {
  const { confirm, written } = kit(async () => says(['staff']), { sealed })
  expect(await confirm()).toBe('ended')
  expect(written).toEqual([['end', 's-1', 'issuer']])
})
