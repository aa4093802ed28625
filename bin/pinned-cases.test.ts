import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { runHap } from '../test/cli/run-hap.ts'

const ROOT = path.join(import.meta.dirname, '..')
const EXAMPLES = 'docs/examples'

const example = (name: string) => readFileSync(path.join(ROOT, EXAMPLES, name), 'utf8')

const FILES = { rules: example('values.yaml'), changed: example('changed-values.yaml'), cases: example('cases.yaml') }

describe('hap conformance --rules', () => {
  test('passes if the cases hold', async () => {
    const { code, out } = await runHap(['conformance', '--rules', 'rules', 'cases', 'cases'], FILES)
    expect([code, out]).toEqual([0, '8 passed, 0 failed'])
  })

  test('reports the position, expectation and result of a failing case', async () => {
    const { code, out } = await runHap(['conformance', '--rules', 'changed', 'cases'], FILES)
    expect([code, out]).toEqual([
      1,
      `cases:3: A cluster in the EU gets an account for the EU: failed
  expected pool aws · EU
  actual   pool aws, by rule 2
3 passed, 1 failed`,
    ])
  })

  test('prints everything as JSON', async () => {
    const { code, out } = await runHap(['conformance', '--json', '--rules', 'changed', 'cases'], FILES)
    const report = JSON.parse(out)
    expect([code, report.semantics, report.rules, report.passed, report.failed]).toEqual([
      1,
      'documented',
      'changed',
      3,
      1,
    ])
    expect(report.cases[0]).toEqual({
      file: 'cases',
      line: 3,
      name: 'A cluster in the EU gets an account for the EU',
      passed: false,
      expected: 'pool aws · EU',
      actual: 'pool aws, by rule 2',
    })
  })

  test('uses the chosen semantics', async () => {
    const files = {
      rules: '- sap-converged-cloud -> HR\n',
      cases: 'cases: [{ name: x, request: { plan: sap-converged-cloud }, expect: { pool: openstack_ } }]',
    }
    const args = ['conformance', '--required=', '--rules', 'rules', 'cases']
    expect((await runHap(args, files)).code).toBe(1)
    expect((await runHap([...args, '--semantics', 'keb'], files)).code).toBe(0)
  })

  test('runs nothing under invalid rules', async () => {
    const { code, out, err } = await runHap(['conformance', '--rules', 'wrong', 'cases'], {
      ...FILES,
      wrong: '- aws(\n',
    })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('wrong:1:6: error: `(` is never closed.')
    expect(err).toContain('wrong: the rules are not valid, so no case was run.')
  })

  test.each<[string, string, string]>([
    [
      'an unknown field',
      'cases:\n- name: x\n  rule: aws\n',
      'cases:3:3: Unknown field `rule`. There are: name, request, expect.',
    ],
    ['cases of KEB', '[{ "id": "x", "kind": "parse" }]', 'cases: There are no cases in this document.'],
  ])('refuses a file with %s', async (_, cases, message) => {
    const { code, err } = await runHap(['conformance', '--rules', 'rules', 'cases'], { ...FILES, cases })
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  test('requires the option for pinned cases and for their options', async () => {
    const without = await runHap(['conformance', 'cases'], FILES)
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('cases has pinned cases')])
    const option = await runHap(['conformance', '--required', 'aws', 'cases'], FILES)
    expect([option.code, option.err]).toEqual([2, expect.stringContaining('Specify their rules with --rules')])
  })
})

describe('the example for a job', () => {
  const run = (...args: readonly string[]) =>
    new Promise<{ readonly code: unknown; readonly out: string }>(resolve => {
      execFile('sh', [`${EXAMPLES}/check-rules.sh`, ...args], { cwd: ROOT }, (error, out) => {
        resolve({ code: error?.code ?? 0, out })
      })
    })

  test('passes the example files', async () => {
    const { code, out } = await run(`${EXAMPLES}/values.yaml`, `${EXAMPLES}/cases.yaml`)
    expect(code).toBe(0)
    expect(out).toContain('4 passed, 0 failed')
  }, 60_000)

  test('exits with 1 for a failing case', async () => {
    const { code, out } = await run(`${EXAMPLES}/changed-values.yaml`, `${EXAMPLES}/cases.yaml`)
    expect(code).toBe(1)
    expect(out).toContain('3 passed, 1 failed')
  }, 60_000)

  test('equals the workflow of GitHub Actions', () => {
    const { jobs } = parse(example('rules-workflow.yaml')) as { jobs: Record<string, { steps: { run?: string }[] }> }
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run: command }) => command ?? []))
    expect(commands).toEqual(['npm ci', `sh ${EXAMPLES}/check-rules.sh ../rules/values.yaml ../rules/cases.yaml`])
  })
})
