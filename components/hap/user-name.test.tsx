import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { findNamesakes, formatUser, UserName } from './user-name.tsx'

const ADA = { name: 'Ada', role: 'admin', issuer: 'https://a.example/', subject: 'a-1' }

test.each([
  [ADA, 'Ada, admin, subject a-1 of https://a.example/'],
  [{ ...ADA, role: null, issuer: null }, 'Ada, subject a-1'],
  [{ ...ADA, subject: null, issuer: null }, 'Ada, admin'],
])('%j is described as %s', (user, described) => {
  expect(formatUser(user)).toBe(described)
})

test('shows the subject of namesakes only', () => {
  const eve = { ...ADA, subject: 'e-1' }
  expect([...findNamesakes([ADA, { ...ADA, role: 'viewer' }, { ...eve, name: 'Eve' }])]).toEqual([])
  expect([...findNamesakes([ADA, eve, ADA])]).toEqual(['Ada'])
  expect([...findNamesakes([ADA, { ...ADA, issuer: 'https://b.example/' }])]).toEqual(['Ada'])
  expect(renderToStaticMarkup(<UserName user={ADA} />)).not.toContain('(a-1)')
  expect(renderToStaticMarkup(<UserName user={eve} showsSubject />)).toContain('(e-1)')
})
