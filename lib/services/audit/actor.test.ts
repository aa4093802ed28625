import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { actorOf } from './actor.ts'

const ISSUER = 'https://idp.example.com/'

test.each<[string, Omit<User, 'name' | 'role'>, object]>([
  ['a user of an identity provider', { id: 'oidc:u-1', issuer: ISSUER }, { issuer: ISSUER, subject: 'u-1' }],
  ['a session of an older release', { id: 'oidc:u-1' }, { issuer: null, subject: 'u-1' }],
  ['a demo user', { id: 'admin' }, { issuer: 'demo', subject: 'admin' }],
  ['a token', { id: 'token:t-1' }, { issuer: 'api-token', subject: 't-1' }],
])('%s is recorded with issuer and subject', (_, user, identity) => {
  expect(actorOf({ ...user, name: 'Ada', role: 'admin' })).toEqual({ name: 'Ada', role: 'admin', identity })
})
