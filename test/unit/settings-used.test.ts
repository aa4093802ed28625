import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '#lib/env.ts'

/** The product's code, without the table of settings itself. */
const sources = ['lib', 'app', 'bin', 'scripts']
  .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`))
  .filter(file => /(?<!\.test)\.tsx?$/.test(file))
  .map(file => readFileSync(file, 'utf8').replace(/^export const SETTINGS = \{[\s\S]*?^\} as const$/m, ''))

test.each(Object.keys(SETTINGS))('%s is read', name => {
  const read = new RegExp(`\\.${name}\\b|\\{[^{}=;]*\\b${name}\\b[^{}=;]*\\}`)
  expect(sources.some(text => read.test(text))).toBe(true)
})
