import { expect, test } from 'vitest'
import { authenticationData, authenticationName, authenticationNote } from './authentication.ts'

const issuerURL = 'https://idp.example.com'
const clientID = 'kyma'

function claimMappings(oidc: object): unknown {
  const text = authenticationData({ issuerURL, clientID, ...oidc })['config.yaml'] ?? ''
  const { apiVersion, kind, jwt } = JSON.parse(text)
  expect({ apiVersion, kind }).toEqual({
    apiVersion: 'apiserver.config.k8s.io/v1beta1',
    kind: 'AuthenticationConfiguration',
  })
  expect(jwt).toHaveLength(1)
  expect(jwt[0].issuer).toEqual({ url: issuerURL, audiences: [clientID] })
  return jwt[0].claimMappings
}

test.each([
  ['nothing else', {}, { username: { claim: 'sub', prefix: `${issuerURL}#` } }],
  ['e-mail addresses', { usernameClaim: 'email' }, { username: { claim: 'email', prefix: '' } }],
  ['no prefix', { usernameClaim: 'sub', usernamePrefix: '-' }, { username: { claim: 'sub', prefix: '' } }],
  ['an empty prefix', { usernamePrefix: '' }, { username: { claim: 'sub', prefix: `${issuerURL}#` } }],
  [
    'groups',
    { usernameClaim: 'email', usernamePrefix: 'oidc:', groupsClaim: 'groups' },
    { username: { claim: 'email', prefix: 'oidc:' }, groups: { claim: 'groups', prefix: '' } },
  ],
])('claims with %s', (_, oidc, expected) => {
  expect(claimMappings(oidc)).toEqual(expected)
})

test('names of the issuer cannot equal names of Kubernetes', () => {
  const text = authenticationData({ issuerURL, clientID, groupsClaim: 'groups' })['config.yaml'] ?? ''
  const { userValidationRules } = JSON.parse(text).jwt[0]
  expect(userValidationRules.map(({ expression }: { expression: string }) => expression)).toEqual([
    "!user.username.startsWith('system:')",
    "user.groups.all(group, !group.startsWith('system:'))",
  ])
})

test('reports that signing algorithms are not applied', () => {
  expect(authenticationNote({ issuerURL, clientID })).toBeNull()
  expect(authenticationNote({ issuerURL, clientID, signingAlgs: [] })).toBeNull()
  expect(authenticationNote({ issuerURL, clientID, signingAlgs: ['RS256'] })).toContain('signingAlgs')
})

test('is named after the shoot', () => {
  expect(authenticationName('c-1')).toBe('structured-auth-config-c-1')
})
