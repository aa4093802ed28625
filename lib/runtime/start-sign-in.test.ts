import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { resolveSignInSettings } from './start-sign-in.ts'

const OIDC = {
  HAP_OIDC_ISSUER: 'https://accounts.example.com',
  HAP_OIDC_CLIENT_ID: 'hap',
  HAP_ROLE_GROUPS: 'admin=admins;viewer=staff',
}

function settingsOf(source: Record<string, string>, embedded = false) {
  const parsed = parseEnv(source)
  if (!parsed.ok) throw new Error('not settings')
  return resolveSignInSettings(parsed.env, embedded)
}

test.each([
  [{}, true, true],
  [{}, false, false],
  [OIDC, true, false],
  [{ HAP_DEMO_USERS: 'off' }, true, false],
  [{ ...OIDC, HAP_DEMO_USERS: 'on' }, true, true],
  [{ HAP_DEMO_USERS: 'on' }, false, true],
  [{ HAP_DEMO_USERS: 'on', HOST: '0.0.0.0' }, true, true],
  [{ HAP_DEMO_USERS: 'on', HAP_URL: 'http://localhost:8080' }, false, true],
  [{ HAP_DEMO_USERS: 'on', HAP_URL: 'https://127.0.0.1:8443', HAP_TRUSTED_PROXIES: '127.0.0.2' }, false, true],
])('with %j, embedded %j, demo users are offered: %j', (source, embedded, demoUsers) => {
  expect(settingsOf(source, embedded).demoUsers).toBe(demoUsers)
})

const file = path.join(mkdtempSync(path.join(tmpdir(), 'hap-secret-')), 'secret')

test.each<[Record<string, string>, RegExp]>([
  [{ HAP_DEMO_USERS: 'on', HOST: '0.0.0.0' }, /^HAP_DEMO_USERS=on allows sign-in without a password\./],
  [{ HAP_DEMO_USERS: 'on', HAP_URL: 'https://hap.example.com' }, /^HAP_DEMO_USERS=on allows sign-in/],
  [{ HAP_DEMO_USERS: 'on', HAP_TRUSTED_PROXIES: '127.0.0.1' }, /^HAP_DEMO_USERS=on allows sign-in/],
  [{ HAP_OIDC_ISSUER: OIDC.HAP_OIDC_ISSUER }, /^HAP_OIDC_CLIENT_ID is missing/],
  [{ ...OIDC, HAP_ROLE_GROUPS: '' }, /^HAP_ROLE_GROUPS is missing/],
  [{ ...OIDC, HAP_ROLE_GROUPS: 'root=x' }, /^HAP_ROLE_GROUPS: "root=x" does not begin with a role/],
  [{ ...OIDC, HAP_OIDC_SECRET: 's', HAP_OIDC_SECRET_FILE: file }, /are both set/],
  [{ ...OIDC, HAP_OIDC_SECRET_FILE: `${file}-not` }, /secret-not cannot be read \(ENOENT\)\.$/],
])('%j is refused with a message', (source, words) => {
  expect(() => settingsOf(source)).toThrow(words)
})

test('reads a secret from the setting, or from a file each time it is needed', () => {
  expect(settingsOf(OIDC).oidc?.clientSecret()).toBeNull()
  expect(
    settingsOf({ ...OIDC, HAP_OIDC_SECRET: 's-1' })
      .oidc?.clientSecret()
      ?.reveal(),
  ).toBe('s-1')
  writeFileSync(file, ' s-2\n')
  const { oidc } = settingsOf({ ...OIDC, HAP_OIDC_SECRET_FILE: file })
  expect(oidc?.clientSecret()?.reveal()).toBe('s-2')
  writeFileSync(file, 's-3\n')
  expect(oidc?.clientSecret()?.reveal()).toBe('s-3')
})
