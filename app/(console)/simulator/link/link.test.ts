import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDraft,
  buildLinkState,
  decodeFragment,
  extractDraft,
  parseStoredId,
  parseTruncatedState,
  storedFragment,
} from './fragment.ts'
import { isLinkFragment } from './use-opened-link.ts'

/** Encodes a state as earlier releases did. */
const encodeFragment = (state: string) => (state === '' ? '' : `#1.${deflateSync(state).toString('base64url')}`)

const NAMES = ['mode', 'run', 'semantics', 'rules', 'with', 'plan', 'provider', 'pr', 'hr', 'ga'] as const

const anyState = fc
  .dictionary(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }))
  .map(values => buildLinkState(new URLSearchParams(values).toString()))

/** Parses the parameters of a state as the page does. */
const read = (state: string) => Object.fromEntries(new URLSearchParams(state))

const STATE = buildLinkState(
  `?ga=8e6b0e5e-cef4-4e03-a3f8-25e77f79a211, 6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612&plan=aws,gcp&pr=cf-eu11&hr=eu-central-1&mode=matrix&run=1&semantics=keb&rules=draft&with=12`,
)

describe('a state', () => {
  test.each([
    ['', ''],
    ['?plan=aws&ga=ga-1', 'plan=aws&ga=ga-1'],
    ['?ga=ga-1&plan=aws&mode=matrix', 'mode=matrix&plan=aws&ga=ga-1'],
    ['?plan=+aws+&hr=%20&x=1&plan=gcp', 'plan=aws'],
    ['?plan=a%26b%3Dc&pr=%C3%BC', 'plan=a%26b%3Dc&pr=%C3%BC'],
  ])('of %s is %s', (query, state) => {
    expect(buildLinkState(query)).toBe(state)
  })

  test.each([
    ['plan=aws&pr=cf-eu', 'plan=aws'],
    ['plan=aws', ''],
    ['', ''],
    ['plan=aws&pr=cf-%C3&hr=x', 'plan=aws&pr=cf-%C3'],
    ['plan=a%2&pr=cf-eu11&h', 'pr=cf-eu11'],
    ['plan=aws&\u0000\u0001pr=cf-eu11&hr=x', 'plan=aws'],
    ['x=1&plan=aws&', 'plan=aws'],
  ])('truncated to %j parses as %j', (text, state) => {
    expect(read(parseTruncatedState(text))).toEqual(read(state))
  })
})

describe('a link', () => {
  test('round-trips its state', async () => {
    await fc.assert(
      fc.asyncProperty(anyState, async state => {
        const fragment = encodeFragment(state)
        expect(fragment).toMatch(state === '' ? /^$/ : /^#1\.[\w-]+$/)
        if (state === '') return
        expect(isLinkFragment(fragment)).toBe(true)
        expect(parseStoredId(fragment)).toBeNull()
        expect(await decodeFragment(fragment)).toEqual({ state, problem: null })
      }),
    )
  })

  test('reports truncation at any position, and returns only original values', async () => {
    const fragment = encodeFragment(STATE)
    const meant: Readonly<Record<string, string>> = read(STATE)
    let most = 0
    for (let length = 2; length < fragment.length; length++) {
      const cut = fragment.slice(0, length)
      expect(isLinkFragment(cut)).toBe(true)
      const { state, problem } = await decodeFragment(cut)
      const found = read(state)
      if (problem === null) expect(state).toBe(STATE)
      else expect(problem).toMatch(state === '' ? /could not be read/ : /The readable fields are filled in/)
      for (const [name, value] of Object.entries(found)) expect([name, value]).toEqual([name, meant[name]])
      most = Math.max(most, problem === null ? 0 : Object.keys(found).length)
    }
    expect(most).toBe(Object.keys(meant).length - 1)
  })

  test('with any changed character never throws and is never complete', async () => {
    const fragment = encodeFragment(STATE)
    const place = fc.integer({ min: 3, max: fragment.length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...'AZaz09-_!%.'), async (at, letter) => {
        const { state, problem } = await decodeFragment(fragment.slice(0, at) + letter + fragment.slice(at + 1))
        expect(problem !== null || state === STATE).toBe(true)
      }),
    )
  })

  test('ignores punctuation after it', async () => {
    const fragment = encodeFragment('plan=aws')
    for (const end of ['.', ')', '>', '%20', ' and more'])
      expect(await decodeFragment(fragment + end)).toEqual({ state: 'plan=aws', problem: null })
  })

  test('distinguishes another version from damage', async () => {
    for (const fragment of ['#2.abc', '#0.', '#12'])
      expect(await decodeFragment(fragment)).toEqual({ state: '', problem: expect.stringMatching(/another version/) })
  })

  test('never throws on any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async text => {
        expect(typeof (await decodeFragment(`#1.${text}`)).state).toBe('string')
      }),
    )
  })

  test('stops inflating an oversized link', async () => {
    const bomb = encodeFragment(`plan=aws&pr=cf-eu11&ga=${'x'.repeat(5_000_000)}`)
    const { state, problem } = await decodeFragment(bomb)
    expect([state, problem]).toEqual(['plan=aws&pr=cf-eu11', expect.stringMatching(/truncated or damaged/)])
  })
})

// Links from mails and tickets. They must never be regenerated: later versions must still open
// them.
describe('a link of version 1', () => {
  test.each([
    [
      '#1.eJwFwUEOgCAMBMDfcGtCQQQPfUwlWz0QQlDi950ZTbvo97gxpRphMbt7ChZV9HdqI3aXSsF-eiRQhW20wUfSaIVCQs6WDw3MP7DGFw4',
      { plan: 'aws', pr: 'cf-eu11', hr: 'eu-central-1', ga: '8e6b0e5e-cef4-4e03-a3f8-25e77f79a211' },
    ],
    [
      '#1.eJwVyDEOgCAMAMDX2I3EsnfiJRULEgVJC9HnG2-8eu9ClYeWF3Q2QjCp3EaJRqdsoPMSo105DXjKOAg99Isb8WOLDzl26EoxOZmIiw8xuWm4QmbK7P7J7PwHYwkibQ',
      {
        mode: 'matrix',
        run: '1',
        semantics: 'keb',
        rules: 'draft',
        with: '12',
        plan: 'aws,gcp',
        pr: 'cf-eu11,cf-us10',
        ga: 'ga-1,ga-2',
      },
    ],
    [
      '#1.eJwryEnMsy0pykzMUSsoyi_LTEktsk2sKi1KVSsoslV1NlZ1ctauAAANHg0n',
      { plan: 'trial', provider: 'azure', pr: 'ü x' },
    ],
  ])('opens %s', async (fragment, asked) => {
    expect(isLinkFragment(fragment)).toBe(true)
    expect(parseStoredId(fragment)).toBeNull()
    const { state, problem } = await decodeFragment(fragment)
    expect(problem).toBeNull()
    expect(read(state)).toEqual(asked)
  })
})

const RULES = '  # ours & theirs = 100 %\n  - aws\n  - aws(PR=cf-eu11) -> EU, S\n'

describe('a draft that is compared', () => {
  test.each([
    ['with=draft&plan=aws', 'draft', 'with=sent&plan=aws'],
    ['rules=draft&with=12', 'draft', 'rules=sent&with=12'],
    ['with=sent&plan=aws', 'sent', 'with=sent&plan=aws'],
    ['rules=draft&with=semantics', 'draft', 'rules=sent&with=semantics'],
  ] as const)('goes with %s, and is opened beside one\u2019s own', async (state, kind, address) => {
    const drafts = { draft: null, sent: null, [kind]: RULES }
    const { state: read, problem } = await decodeFragment(encodeFragment(addDraft(state, drafts)))
    expect(problem).toBeNull()
    const opened = extractDraft(read)
    expect([opened.state, opened.draft]).toEqual([buildLinkState(address), RULES.trimEnd()])
  })

  test.each([
    ['plan=aws', { draft: RULES, sent: RULES }],
    ['with=draft', { draft: null, sent: RULES }],
    ['rules=3&with=4', { draft: RULES, sent: null }],
  ])('is not added with %s', (state, drafts) => {
    expect(addDraft(state, drafts)).toBe(state)
    expect(extractDraft(state)).toEqual({ state, draft: null })
  })

  test('is dropped when truncated, and the rest survives', async () => {
    const fragment = encodeFragment(addDraft('plan=aws&with=draft', { draft: RULES.repeat(20), sent: null }))
    const { state, problem } = await decodeFragment(fragment.slice(0, -30))
    expect(problem).toMatch(/The readable fields are filled in/)
    expect(extractDraft(state)).toEqual({ state: buildLinkState('plan=aws&with=draft'), draft: null })
  })
})

test.each([
  ['#s.AbC_-1234567890x', 'AbC_-1234567890x'],
  ['#s.AbC)', 'AbC'],
  ['#s.', ''],
  ['#s', ''],
  ['#1.abc', null],
])('parses the id in %s as %j', (fragment, id) => {
  expect(parseStoredId(fragment)).toBe(id)
})

test('encodes the id of a stored link', () => {
  expect(parseStoredId(storedFragment('AbC_-1234567890x'))).toBe('AbC_-1234567890x')
})

test.each(['', '#', '#main', '#s1', '#1x', '#step-1', '#settings'])('%j is no link', fragment => {
  expect(isLinkFragment(fragment)).toBe(false)
})
