import { describe, expect, test } from 'vitest'
import { runHap } from '../test/cli/run-hap.ts'
import { COMMANDS } from './commands.ts'

const RULES = `hap:
  rule:
  - aws
  - aws(PR=cf-eu11) -> EU
  - aws(PR=cf-eu11, HR=eu-west-1) -> EU, S
`
const ANY = '--required='

describe('hap', () => {
  test.each([
    [[], 2],
    [['help'], 0],
    [['--help'], 0],
    [['--version'], 0],
    [['nothing'], 2],
    [['constructor'], 2],
    [['check'], 2],
    [['check', '--unknown', '-'], 2],
    [['check', 'missing.yaml'], 2],
    [['check', '--semantics', 'go', '-'], 2],
    [['match', '-', '-'], 2],
    [['match', '-'], 2],
    [['match', '--plan', 'trial', '-'], 2],
    [['format', '--write', '-'], 2],
    [['diff', 'a', 'b'], 2],
    [['explain', '--plan', 'aws', '--at', 'soon', ANY, '-'], 2],
    [['explain', '--plan', 'aws', '--keb-kinds', 'CredentialsBinding,Pod', '-'], 2],
    [['explain', '--plan', 'aws', '--keb-kinds', '', '-'], 2],
  ])('%j exits with %i', async (args, code) => {
    expect((await runHap(args, { '-': '- aws\n' })).code).toBe(code)
  })

  test.each([
    ['poools', 'hap: unknown command "poools". Did you mean pools? The commands are check, '],
    ['giveback', 'hap: unknown command "giveback". Did you mean give-back? The commands are check, '],
    ['nothing', 'hap: unknown command "nothing". The commands are check, '],
  ])('%s is an unknown command', async (name, words) => {
    expect((await runHap([name])).err).toContain(words)
  })

  test.each(Object.keys(COMMANDS))('%s prints its usage', async name => {
    const { code, out } = await runHap([name, '--help'])
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^Usage:\\s+hap ${name} `))
  })
})

describe('hap check', () => {
  test('prints each error like a compiler', async () => {
    const { code, out, err } = await runHap(['check', ANY, 'v.yaml'], {
      'v.yaml': 'hap:\n  rule:\n  - aws\n  - "gcp(PR=x"\n',
    })
    expect(code).toBe(1)
    expect(err).toBe(`v.yaml:4:9: error: \`(\` is never closed. [parenthesis-unbalanced]
 4 |   - "gcp(PR=x"
   |         ^
   hint Add \`)\` after the last attribute.
`)
    expect(out).toBe('v.yaml: refused, 1 error')
  })

  test('prints a location without a line for the whole file, and related locations', async () => {
    const { err } = await runHap(['check', '--required', 'aws,gcp', 'v.yaml'], { 'v.yaml': '- aws\n- aws -> S\n' })
    expect(err.split('\n')).toEqual([
      'v.yaml:2:3: error: Rule 2 has the same inputs as rule 1; outputs do not count. [rule-repeated]',
      ' 2 | - aws -> S',
      '   |   ^^^^^^^^',
      '   see  v.yaml:1:3',
      '   hint Keep one of the two.',
      '',
      'v.yaml: error: Plan gcp has no rule. [plan-uncovered]',
      '  hint Add a rule for it, at least `gcp`.',
      '',
    ])
  })

  test('passes valid files, with warnings', async () => {
    const files = { a: RULES, '-': '{"rule": ["aws", "aws(PR=*)"]}' }
    const { code, out } = await runHap(['check', ANY, 'a', '-'], files)
    expect([code, out]).toEqual([0, 'a: ok, 3 rules\n(standard input): ok, 2 rules, 2 warnings'])
  })

  test('prints everything as JSON', async () => {
    const { code, out } = await runHap(['check', ANY, '--json', 'a'], { a: '- aws\n- awz\n' })
    const [report] = JSON.parse(out)
    expect(code).toBe(1)
    expect(report).toMatchObject({
      file: 'a',
      valid: false,
      diagnostics: [
        {
          severity: 'error',
          code: 'plan-unknown',
          place: { line: 2, column: 3 },
          range: { rule: 1, start: 0, end: 3 },
          fix: { title: 'Replace by `aws`' },
        },
      ],
    })
  })

  test('follows KEB on request', async () => {
    const codes = await Promise.all(
      ['documented', 'keb'].map(
        async semantics => (await runHap(['check', ANY, '--semantics', semantics, '-'], { '-': '- aws()\n' })).code,
      ),
    )
    expect(codes).toEqual([0, 1])
  })

  test('reads plans from a file', async () => {
    const files = { 'plans.yaml': 'own: [aws]\n', '-': '- own\n- aws\n' }
    const { code, err } = await runHap(['check', '--plans', 'plans.yaml', '-'], files)
    expect([code, err.split('\n')[0]]).toEqual([1, '(standard input):2:3: error: Unknown plan `aws`. [plan-unknown]'])
  })

  test.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'f: error: The document is empty. [file]'],
    ['a binary file', new Uint8Array([0, 1, 2]), 'f:1:1: error: The file is binary. [file]'],
    ['a file in Latin-1', new Uint8Array([0x2d, 0x20, 0xe4]), 'f:1:3: error: The file is not UTF-8. [file]'],
    ['tabs', 'rule:\n\t- aws\n', 'f:2:1: error: Tabs are not allowed as indentation. [file]'],
  ])('refuses %s', async (_, file, line) => {
    const { code, err } = await runHap(['check', 'f'], { f: file })
    expect([code, err.split('\n')[0]]).toEqual([1, line])
  })
})

describe('hap match', () => {
  test('prints the rule, its pool and its selectors', async () => {
    const { code, out } = await runHap(['match', ANY, '--plan', 'aws', '--platform-region', 'cf-eu11', 'a'], {
      a: RULES,
    })
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'rule   2  aws(PR=cf-eu11) -> EU',
      'pool   aws · EU',
      'reuse  hyperscalerType=aws,euAccess=true,shared!=true,!dirty,tenantName=<GLOBAL_ACCOUNT>',
      'claim  hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName',
    ])
  })

  test('prints no selectors for a refused request', async () => {
    const { code, out } = await runHap(['match', ANY, '--plan', 'aws', 'a'], { a: '- aws -> PR' })
    expect(code).toBe(1)
    expect(out).toContain('Rule 1 adds the platform region to the label, but the request has none.')
    expect(out).not.toContain('hyperscalerType=')
  })

  test('exits with 1 if no rule matches or the rules are invalid', async () => {
    expect(await runHap(['match', ANY, '--plan', 'gcp', 'a'], { a: RULES })).toMatchObject({
      code: 1,
      out: 'No rule matches plan gcp.',
    })
    expect((await runHap(['match', ANY, '--plan', 'aws', 'a'], { a: '- aws(' })).code).toBe(1)
  })
})

describe('hap parse', () => {
  const request = (more: object = {}) =>
    JSON.stringify({
      plan: 'aws',
      platformRegion: 'cf-eu11',
      hyperscalerRegion: 'eu-west-1',
      hyperscaler: 'aws',
      ...more,
    })

  test.each<[readonly string[], number, string]>([
    [['-e', 'azure(PR=westeurope); aws -> EU'], 0, '2 rules, all valid.'],
    [['--entry', 'aws;aws -> S'], 1, 'Rule 2 has the same inputs as rule 1'],
    [['-e', 'aws()'], 1, '-e:1:'],
    [['-e', 'aws;'], 1, '-e:2:'],
    [['-f', 'r.yaml'], 0, '3 rules, all valid.'],
    [['-f', 'r.yaml', '-e', 'aws()'], 0, '3 rules, all valid.'],
    [['-f', 'r.yaml', '-m', request()], 0, 'Rule 3 matches: aws(PR=cf-eu11, HR=eu-west-1) -> EU, S'],
    [['-f', 'r.yaml', '-m', request({ plan: 'gcp' })], 1, 'No rule matches the request.'],
    [
      ['-f', 'r.yaml', '-m', '{"plan": "aws"}'],
      1,
      '-m is not a request: platformRegion is missing, hyperscalerRegion is',
    ],
    [['-f', 'r.yaml', '-m', 'aws'], 1, '-m takes JSON'],
    [['-f', 'gone.yaml'], 1, 'gone.yaml'],
    [['-x'], 1, "Unknown option '-x'"],
    [[], 1, 'give rules with -e, or a file with -f.'],
  ])('with %j exits with %i', async (options, code, words) => {
    const answer = await runHap(['parse', ...options], { 'r.yaml': RULES })
    expect(answer.code).toBe(code)
    expect(answer.out + answer.err).toContain(words)
  })
})

describe('hap explain', () => {
  const inventory = JSON.stringify({
    bindings: [
      { name: 'a', labels: { hyperscalerType: 'aws', tenantName: 'ga' } },
      { name: 'b', labels: { hyperscalerType: 'aws', internal: 'true' } },
      { name: 'c', labels: { hyperscalerType: 'aws' } },
    ],
    // The owner of the cluster is unknown, so its account belongs to no global account.
    shoots: [{ name: 's', credentialsBinding: 'a' }],
    instances: [{ globalAccount: 'ga', binding: 'a', count: 2 }],
    multiAccount: { allowed: ['*'], limits: { aws: 2 } },
  })
  const explain = (...more: readonly string[]) => [
    'explain',
    ANY,
    '--plan',
    'aws',
    '--platform-region',
    'cf-us10',
    '--global-account',
    'ga',
    ...more,
  ]

  test.each([
    [[], ['a  free  0 clusters  a SecretBinding, not listed by KEB'], 1],
    [['--keb-kinds', 'CredentialsBinding,SecretBinding'], ['a  free  0 clusters  free, first by name'], 0],
  ])('with %j predicts what KEB does with a SecretBinding', async (options, lines, code) => {
    const i = JSON.stringify({ bindings: [{ kind: 'SecretBinding', name: 'a', labels: { hyperscalerType: 'aws' } }] })
    const answer = await runHap(explain('--semantics', 'keb', ...options, 'a', 'i'), { a: RULES, i })
    expect(answer.code).toBe(code)
    for (const line of lines) expect(answer.out).toContain(line)
  })

  test('prints the account of a request, the reasoning, and the decision of KEB', async () => {
    const { code, out } = await runHap(explain('a', 'i'), { a: RULES, i: inventory })
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'Claims c.  1 of 2 clusters (limits.aws) after this request',
      '',
      'Rules of plan aws',
      '  3  aws(PR=cf-eu11, HR=eu-west-1) -> EU, S  PR wants cf-eu11  HR wants eu-west-1  no match',
      '  2  aws(PR=cf-eu11) -> EU                   PR wants cf-eu11  HR any              no match',
      '  1  aws                                     PR any            HR any              chosen',
      '',
      'reuse: hyperscalerType=aws,!euAccess,shared!=true,!dirty,tenantName=ga',
      '  a  claimed  2 clusters  full: 2 of 2',
      '',
      'claim: hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName',
      '  b  internal  0 clusters  internal, never selected',
      '  c  free      0 clusters  free, selected by hash',
      '',
      'KEB decides otherwise. As documented: Claims c. KEB: Claims b.',
      '  Binding with internal=true. Documented: never selected. KEB: selected, no selector asks for internal.',
    ])
  })

  test('parses the output of kubectl', async () => {
    const metadata = (name: string, labels: object) => ({ name, namespace: 'garden-x', labels })
    const list = {
      kind: 'List',
      items: [
        {
          kind: 'CredentialsBinding',
          metadata: metadata('a', { hyperscalerType: 'aws', tenantName: 'ga' }),
          credentialsRef: { kind: 'Secret', name: 'acct' },
        },
        {
          kind: 'SecretBinding',
          metadata: metadata('b', { hyperscalerType: 'aws', tenantName: 'ga' }),
          secretRef: { name: 'acct' },
        },
        { kind: 'Shoot', metadata: metadata('s', {}), spec: { secretBindingName: 'b' } },
        { kind: 'Quota', metadata: metadata('q', {}) },
      ],
    }
    const { out } = await runHap(explain('--json', 'a', 'i'), { a: RULES, i: JSON.stringify(list) })
    const { outcome, steps } = JSON.parse(out)
    expect(outcome).toMatchObject({ kind: 'reuse', binding: 'a', clustersAfter: 2 })
    expect(
      steps[0].candidates.map((one: { binding: string; kind: string; clusters: number }) => [
        one.binding,
        one.kind,
        one.clusters,
      ]),
    ).toEqual([
      ['a', 'CredentialsBinding', 1],
      ['b', 'SecretBinding', 1],
    ])
  })

  describe("uses shoots as KEB's instances if no file has any, and says so", () => {
    const kind = 'CredentialsBinding'
    const bound = (name: string, labels: object) => ({
      kind,
      metadata: { name, namespace: 'garden-x', labels: { hyperscalerType: 'aws', ...labels } },
      credentialsRef: { kind: 'Secret', name },
    })
    const shootOf = (name: string, account: string) => ({
      kind: 'Shoot',
      metadata: { name, namespace: 'garden-x', labels: { account } },
      spec: { credentialsBindingName: 'a' },
    })
    const seen = JSON.stringify({
      kind: 'List',
      items: [bound('a', { tenantName: 'ga' }), bound('c', {}), shootOf('s', 'ga'), shootOf('t', 'ga')],
    })
    const limits = JSON.stringify({ multiAccount: { allowed: ['*'], limits: { aws: 2 } } })
    const files = { a: RULES, i: seen, l: limits }

    test('as text', async () => {
      const { out } = await runHap(explain('--semantics', 'keb', 'a', 'i', 'l'), files)
      const lines = out.split('\n')
      expect(lines[0]).toBe('Claims c.  1 of 2 clusters (limits.aws) after this request')
      expect(lines).toContain('  a  claimed  2 clusters  full: 2 of 2')
      expect(lines.at(-1)).toMatch(/^The answer of KEB is an estimate: KEB counts instances in its own database; /)
    })

    test.each<[string, string[], object, boolean]>([
      ['under KEB', ['--semantics', 'keb'], files, true],
      ['not where both decide the same', [], files, false],
      ['not if a file has instances', ['--semantics', 'keb'], { ...files, l: '{"instances": []}' }, false],
    ])('as JSON: %s', async (_, options, given, estimated) => {
      const { out } = await runHap(explain('--json', ...options, 'a', 'i', 'l'), { ...files, ...given })
      expect(JSON.parse(out)).toMatchObject({ estimated })
    })

    test('but not without an inventory', async () => {
      expect((await runHap(explain('--semantics', 'keb', 'a'), files)).out).not.toContain('estimate')
    })
  })

  test('stops after the selectors without an inventory', async () => {
    const { code, out } = await runHap(explain('a'), { a: RULES })
    expect([code, out.split('\n')[0]]).toEqual([0, 'Rule 1 selects pool aws.'])
  })

  test('exits with 1 if the request gets no account', async () => {
    expect((await runHap(explain('a', 'i'), { a: RULES, i: '{"bindings": []}' })).code).toBe(1)
  })
})

describe('hap format', () => {
  const untidy =
    'hap: # all\n  rule:\n  - aws()   # the first\n  - "aws( HR=b,PR=a )->S,EU"\n  - >-\n    gcp\n    ->S\n'
  const tidy = 'hap: # all\n  rule:\n  - aws   # the first\n  - "aws(PR=a, HR=b) -> EU, S"\n  - gcp -> S\n'

  test('rewrites only the rules', async () => {
    expect(await runHap(['format', 'a'], { a: untidy })).toMatchObject({ code: 0, out: tidy.trimEnd() })
    expect(await runHap(['format', 'a'], { a: tidy })).toMatchObject({ code: 0, out: tidy.trimEnd() })
  })

  test('checks, and writes', async () => {
    expect(await runHap(['format', '--check', 'a'], { a: untidy })).toMatchObject({ code: 1, out: '' })
    expect(await runHap(['format', '--check', 'a'], { a: tidy })).toMatchObject({ code: 0, out: '' })
    expect(await runHap(['format', '--write', 'a'], { a: untidy })).toMatchObject({
      code: 0,
      out: '',
      written: { a: tidy },
    })
  })

  test('does not change a file with an invalid rule', async () => {
    const { code, out, err } = await runHap(['format', '--write', 'a'], { a: '- aws(\n' })
    expect([code, out, err.split('\n')[0]]).toEqual([
      1,
      '',
      'a:1:6: error: `(` is never closed. [parenthesis-unbalanced]',
    ])
  })
})

describe('hap convert', () => {
  test('prints the rule list after comparing it', async () => {
    const { code, out, err } = await runHap(['convert', '--plans', 'p', 'a'], {
      p: 'aws: aws\ngcp: gcp',
      a: 'hap:\n  platformRegionRule: "gcp:cf-sa30"\n  euAccessRule: "*:cf-eu"\n',
    })
    expect(code).toBe(0)
    expect(out).toBe(
      'hap:\n  rule:\n  - aws\n  - aws(PR=cf-eu) -> EU\n  - gcp\n  - gcp(PR=cf-eu) -> EU\n  - gcp(PR=cf-sa30) -> PR',
    )
    expect(err).toBe('Compared over 32 combinations of plan and regions: both give the same results.')
  })

  test('reports errors of the four rules with their positions', async () => {
    const { code, err } = await runHap(['convert', 'a'], { a: 'hap:\n  sharedRule: "trial;*:*"\n' })
    expect([code, err.split('\n').slice(0, 3)]).toEqual([
      1,
      [
        'a:2:22: error: Every plan in every region: one of the two has to be named. [wildcard-everywhere]',
        ' 2 |   sharedRule: "trial;*:*"',
        '   |                      ^^^',
      ],
    ])
  })

  test('does nothing for a rule list', async () => {
    expect((await runHap(['convert', 'a'], { a: RULES })).code).toBe(1)
  })
})

describe('hap diff', () => {
  const inventory = JSON.stringify({
    bindings: [{ name: 'a', labels: { hyperscalerType: 'aws' } }],
    shoots: [{ name: 's', credentialsBinding: 'a' }],
    clusters: [
      { plan: 'aws', platformRegion: 'cf-eu11', hyperscalerRegion: 'x', globalAccount: 'ga', count: 3 },
      { plan: 'aws', globalAccount: 'ga' },
      { plan: 'trial' },
    ],
  })

  test('prints the changes, the most severe first', async () => {
    const { code, out } = await runHap(['diff', ANY, 'old', 'new', 'i'], {
      old: RULES,
      new: '- aws\n- trial\n',
      i: inventory,
    })
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'loses the EU restriction: 3 clusters, 1 global account',
      '  3  aws aws cf-eu11 x ga  aws · EU -> aws  aws  needs 1, has 0 free',
      'unchanged: 1 cluster, 1 global account',
      'Not compared: 1 cluster of plan trial, unknown provider.',
      'Not compared: 1 shoot, without plan and platform region.',
    ])
  })

  test('prints the totals as JSON', async () => {
    const { out } = await runHap(['diff', ANY, '--json', 'old', 'new', 'i'], {
      old: RULES,
      new: '- aws\n',
      i: inventory,
    })
    expect(JSON.parse(out).totals).toMatchObject({ 'loses-eu': 3, unchanged: 1 })
  })

  test.each([
    [['--semantics', 'keb'], [], true],
    [[], [], false],
    // Instances in a file are not an estimate.
    [['--semantics', 'keb'], ['l'], false],
  ])('with %j and %j the output marks KEB as estimated: %s', async (options, more, estimated) => {
    const files = { old: '- aws\n', new: '- aws -> EU\n', i: inventory, l: '{"instances": []}' }
    const given = [ANY, ...options, 'old', 'new', 'i', ...more]
    expect(JSON.parse((await runHap(['diff', '--json', ...given], files)).out)).toMatchObject({ estimated })
    expect((await runHap(['diff', ...given], files)).out.includes('The answer of KEB is an estimate')).toBe(estimated)
  })

  test('requires two valid files', async () => {
    expect((await runHap(['diff', ANY, 'old', 'new', 'i'], { old: RULES, new: '- aws(\n', i: inventory })).code).toBe(1)
  })
})
