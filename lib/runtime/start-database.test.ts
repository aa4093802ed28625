import { expect, test } from 'vitest'
import { shortSql } from './start-database.ts'

test('logs a short statement completely, and the beginning of a long one', () => {
  expect(shortSql('SELECT 1')).toBe('SELECT 1')
  const many = `INSERT INTO "claim" VALUES (${Array.from({ length: 2_400 }, (_, at) => `$${at + 1}`).join()})`
  expect(shortSql(many)).toMatch(/^INSERT INTO "claim" VALUES \(\$1,\$2.*… \(\d+ characters\)$/)
  expect(shortSql(many).length).toBeLessThan(450)
})
