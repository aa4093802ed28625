import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheets = globSync('{app,components}/**/*.css').map(path => [path, readFileSync(path, 'utf8')] as const)

const ALLOWED = '@media (prefers-reduced-motion: no-preference)'
/** Tokens that are 0 with reduced motion. */
const YIELDING = /var\(--d-(?:base|slow)\)/

/** Animations in a style sheet that ignore the preference for reduced motion. */
function unyielding(css: string): readonly string[] {
  const around: string[] = []
  const found: string[] = []
  for (const [, text = '', end] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^;{}]*)([;{}])/g)) {
    if (end === '{') around.push(text.trim())
    else if (!around.includes(ALLOWED) && isMotion(text)) found.push(text.trim())
    if (end === '}') around.pop()
  }
  return found
}

function isMotion(declaration: string): boolean {
  const [, property = '', value = ''] =
    /^\s*(animation|transition|scroll-behavior)[\w-]*:(.*)$/s.exec(declaration) ?? []
  if (property === 'scroll-behavior') return value.includes('smooth')
  return property !== '' && value.split(/,(?![^(]*\))/).some(takesTime)
}

/** The first time in a value is the duration, the second one the delay. */
function takesTime(part: string): boolean {
  const [duration = '0s'] = /var\(--d-\w+\)|\b[\d.]+m?s\b/.exec(part) ?? []
  return Number.parseFloat(duration) !== 0 && !YIELDING.test(duration)
}

test.each(sheets)('%s animates nothing with reduced motion', (_, css) => {
  expect(unyielding(css)).toEqual([])
})

test('the durations of transitions are 0 with reduced motion', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8')
  const [, reduced = ''] = /@media \(prefers-reduced-motion: reduce\) \{(.*?)\n\}/s.exec(tokens) ?? []
  for (const token of ['--d-base', '--d-slow']) expect(reduced).toContain(`${token}: 0ms;`)
})

test.each([
  ['.a { animation: busy 1.2s infinite; }', 1],
  ['.a { animation: busy var(--d-other) infinite }', 1],
  ['.a { color: red; animation-duration: 2s; }', 1],
  ['.a { transition: opacity var(--d-base), translate 200ms; }', 1],
  ['@media (prefers-reduced-motion: reduce) { .a { animation: busy 1s; } }', 1],
  ['html { scroll-behavior: smooth; }', 1],
  [`${ALLOWED} { .a { animation: busy 1s; } }`, 0],
  [`${ALLOWED} { .a { color: red; } } .b { animation: busy 1s; }`, 1],
  ['.a { transition: opacity var(--d-base) cubic-bezier(0.2, 0, 0, 1) 250ms, width var(--d-slow) }', 0],
  ['.a { animation: appear 0s 200ms both; }', 0],
  ['.a { animation: none; scroll-behavior: auto; overscroll-behavior: contain; }', 0],
])('of %j', (css, count) => {
  expect(unyielding(css)).toHaveLength(count)
})
