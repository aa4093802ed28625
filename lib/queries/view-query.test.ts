import { describe, expect, test } from 'vitest'
import { parseViewQuery, type ViewPage } from './view-query.ts'

describe('parseViewQuery', () => {
  test.each<[ViewPage, string, string]>([
    ['bindings', '', ''],
    ['bindings', 'sort=-for&q=state%3Adirty', 'q=state:dirty&sort=-for'],
    ['bindings', '?q=pool:aws~eu+shoots:>0', 'q=pool:aws~eu+shoots:%3E0'],
    ['pools', 'closed=aws,gcp&q=alarm:low', 'q=alarm:low&closed=aws,gcp'],
    ['shoots', 'q=error:infrastructure&cols=name,ga', 'q=error:infrastructure&cols=name,ga'],
    ['global-accounts', 'q=problem:given-back', 'q=problem:given-back'],
    ['audit', 'q=outcome:refused&returnTo=https://evil.example', 'q=outcome:refused'],
    ['operators/clusters', 'q=state:failed&sort=-age', 'q=state:failed&sort=-age'],
    ['jobs', 'sort=-undone&q=state%3Anot-all-done+retry%3A%3E0', 'q=state:not-all-done+retry:%3E0&sort=-undone'],
    ['approvals', 'q=state:refused&sort=-decided', 'q=state:refused&sort=-decided'],
    ['bindings', 'q=one&q=two', 'q=one'],
    ['bindings', 'q=%3Cscript%3Ealert(1)%3C/script%3E', 'q=%3Cscript%3Ealert%281%29%3C%2Fscript%3E'],
  ])('%s %s', (page, text, query) => {
    expect(parseViewQuery(page, text)).toEqual({ query })
    expect(parseViewQuery(page, query)).toEqual({ query })
  })

  test.each<[ViewPage, string, RegExp]>([
    ['bindings', 'q=alarm:low', /Unknown field alarm/],
    ['bindings', 'q=state:nowhere', /Unknown state "nowhere"/],
    ['bindings', 'q="open', /quote is not closed/],
    ['bindings', 'sort=__proto__', /Unknown sort order/],
    ['audit', 'sort=when', /Unknown sort order/],
    ['jobs', 'sort=reason', /Unknown sort order/],
    ['bindings', 'q=a%00b', /no list page/],
    ['bindings', 'q=a%E2%80%AEb', /no list page/],
    ['pools', `closed=${'x'.repeat(501)}`, /no list page/],
    ['bindings', `q=${'x'.repeat(3_000)}`, /the maximum is 2,000/],
    ['bindings', 'x'.repeat(6_001), /more than 6000/],
  ])('refuses %s %s', (page, text, problem) => {
    expect(parseViewQuery(page, text)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
