import { describe, expect, test } from 'vitest'
import { paths, safeReturnTo } from './paths.ts'

describe('paths', () => {
  test.each([
    [paths.overview(), '/'],
    [paths.pools(), '/pools'],
    [paths.pools({ q: 'type:aws -shared' }), '/pools?q=type:aws+-shared'],
    [paths.pool({ hyperscalerType: 'aws', euAccess: true, shared: false }), '/pools/aws~eu'],
    [paths.bindings({ q: 'pool:aws~eu,gcp "&"' }), '/bindings?q=pool:aws~eu,gcp+%22%26%22'],
    [paths.binding({ kind: 'SecretBinding', name: 'a.b' }), '/bindings/SecretBinding/a.b'],
    [paths.binding({ kind: 'Secret', name: 'a/b' }, { tab: 'yaml' }), '/bindings/Secret/a%2Fb?tab=yaml'],
    [paths.globalAccounts({ q: 'problem:over-limit' }), '/global-accounts?q=problem:over-limit'],
    [paths.globalAccount('a/b', { tab: 'clusters' }), '/global-accounts/a%2Fb?tab=clusters'],
    [paths.simulator({ plan: 'aws', globalAccount: 'ga-1' }), '/simulator?plan=aws&ga=ga-1'],
    [paths.signIn('/pools?q=x'), '/sign-in?returnTo=%2Fpools%3Fq%3Dx'],
    [paths.signIn('/'), '/sign-in'],
  ])('builds %s', (built, expected) => expect(built).toBe(expected))
})

describe('safeReturnTo', () => {
  test.each([
    ['/bindings?q=state%3Adirty', '/bindings?q=state%3Adirty'],
    ['/pools?q=日本', '/pools?q=%E6%97%A5%E6%9C%AC'],
    ['/.//evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
    [null, '/'],
    [undefined, '/'],
  ])('turns %j into %j', (target, expected) => expect(safeReturnTo(target)).toBe(expected))
})
