import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Action, allows, covers, type Rule } from './rules.ts'

function rule(part: Partial<Rule>): Rule {
  return { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [], ...part }
}

function action(part: Partial<Action>): Action {
  return { verb: 'get', group: '', resource: 'secrets', subresource: '', namespace: 'n', name: '', path: null, ...part }
}

const secrets = rule({ verbs: ['get', 'list'], apiGroups: [''], resources: ['secrets'] })

const CASES: readonly [name: string, rule: Rule, action: Action, allowed: boolean][] = [
  ['a verb it names', secrets, action({}), true],
  ['not a verb it does not name', secrets, action({ verb: 'patch' }), false],
  ['not another group', secrets, action({ group: 'x' }), false],
  ['not a subresource of the resource', secrets, action({ subresource: 'status' }), false],
  [
    'a subresource it names',
    rule({ ...secrets, resources: ['secrets/status'] }),
    action({ subresource: 'status' }),
    true,
  ],
  [
    'a subresource of all resources',
    rule({ ...secrets, resources: ['*/status'] }),
    action({ subresource: 'status' }),
    true,
  ],
  [
    'everything by stars',
    rule({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }),
    action({ verb: 'x', group: 'y', subresource: 'z' }),
    true,
  ],
  ['an object it names', rule({ ...secrets, resourceNames: ['a'] }), action({ name: 'a' }), true],
  ['not another object', rule({ ...secrets, resourceNames: ['a'] }), action({ name: 'b' }), false],
  ['not a list when it names objects', rule({ ...secrets, resourceNames: ['a'] }), action({ verb: 'list' }), false],
  ['a path it names', rule({ verbs: ['get'], nonResourceURLs: ['/healthz'] }), action({ path: '/healthz' }), true],
  ['a path below a star', rule({ verbs: ['get'], nonResourceURLs: ['/apis/*'] }), action({ path: '/apis/x' }), true],
  ['not a path beside a star', rule({ verbs: ['get'], nonResourceURLs: ['/apis/*'] }), action({ path: '/api' }), false],
  [
    'no path by rules on resources',
    rule({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }),
    action({ path: '/x' }),
    false,
  ],
]

describe('a rule', () => {
  test.each(CASES)('allows %s', (_, each, wanted, allowed) => {
    expect(allows(each, wanted)).toBe(allowed)
  })
})

describe('the permissions that a user may grant', () => {
  const verbs = fc.subarray(['get', 'list', 'patch', '*'], { minLength: 1 })
  const groups = fc.subarray(['', 'x.y', '*'], { minLength: 1 })
  const resources = fc.subarray(['a', 'b', 'a/status', '*'], { minLength: 1 })
  const names = fc.subarray(['one', 'two'])
  const anyRule = fc.record({ verbs, apiGroups: groups, resources, resourceNames: names }).map(rule)

  test('are those of the user, in any number of rules', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { minLength: 1, maxLength: 4 }), owned => {
        for (const each of owned) expect(covers(owned, each)).toBe(true)
      }),
    )
  })

  test('never exceed those of the user', () => {
    const actions = ['get', 'list', 'patch', 'delete'].flatMap(verb =>
      ['', 'x.y', 'z'].flatMap(group =>
        ['a', 'b', 'c'].flatMap(resource =>
          ['', 'status'].flatMap(subresource =>
            ['', 'one', 'three'].map(name => action({ verb, group, resource, subresource, name })),
          ),
        ),
      ),
    )
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), anyRule, (owned, wanted) => {
        if (!covers(owned, wanted)) return
        for (const each of actions) if (allows(wanted, each)) expect(owned.some(one => allows(one, each))).toBe(true)
      }),
    )
  })

  test('can be combined from several rules', () => {
    const wanted = rule({ verbs: ['get', 'patch'], apiGroups: [''], resources: ['secrets'] })
    expect(covers([secrets], wanted)).toBe(false)
    expect(covers([secrets, rule({ verbs: ['patch'], apiGroups: ['*'], resources: ['*'] })], wanted)).toBe(true)
  })

  test('a rule for named objects does not cover one for all', () => {
    expect(covers([rule({ ...secrets, resourceNames: ['a'] })], secrets)).toBe(false)
    expect(covers([secrets], rule({ ...secrets, resourceNames: ['a'] }))).toBe(true)
  })
})
