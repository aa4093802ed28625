import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import { policyOf } from '../semantics.ts'
import {
  evaluateFourRules,
  type FourRuleTexts,
  parseFourRules,
  proveTranslation,
  translateFourRules,
} from './four-rules.ts'
import { DEFAULT_RULES } from './rule.ts'
import { Ruleset } from './ruleset.ts'

const NONE: FourRuleTexts = { platformRegionRule: '', clusterRegionRule: '', sharedRule: '', euAccessRule: '' }
const INITIAL: FourRuleTexts = {
  platformRegionRule: 'gcp:cf-sa30',
  clusterRegionRule: 'sap-converged-cloud',
  sharedRule: 'trial;sap-converged-cloud',
  euAccessRule: 'azure:cf-ch20;aws:cf-eu11',
}

function rulesOf(texts: Partial<FourRuleTexts>) {
  const { rules, diagnostics } = parseFourRules({ ...NONE, ...texts }, DEFAULT_PLANS)
  if (!rules) throw new Error(diagnostics.map(one => one.message).join(' '))
  return rules
}

function outputs(texts: Partial<FourRuleTexts>, plan: string, platformRegion: string): string {
  const output = evaluateFourRules(rulesOf(texts), plan, platformRegion)
  return Object.entries(output)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .join(' ')
}

function proofOf(texts: Partial<FourRuleTexts>) {
  const rules = rulesOf(texts)
  const { ruleset } = Ruleset.from(translateFourRules(rules, DEFAULT_PLANS), DEFAULT_PLANS, policyOf('keb'))
  if (!ruleset) throw new Error('the translation is not valid')
  return proveTranslation(rules, ruleset, DEFAULT_PLANS)
}

describe('an entry', () => {
  test.each([
    ['trial', 'trial', 'anywhere', 'S'],
    ['trial:*', 'trial', 'anywhere', 'S'],
    ['trial:eu', 'trial', 'eu', 'S'],
    ['trial:eu', 'trial', 'us', ''],
    ['trial:eu', 'aws', 'eu', ''],
    ['*:eu', 'gdch', 'eu', 'S'],
    ['*:eu', 'gdch', 'us', ''],
    ['*:eu;trial:eu', 'trial', 'eu', 'S'],
    ['trial:eu;trial:gcp', 'trial', 'gcp', 'S'],
    ['trial:eu;trial:gcp', 'trial', 'us', ''],
    [' trial : eu ; aws ', 'trial', 'eu', 'S'],
    ['openstack', 'sap-converged-cloud', 'eu', 'S'],
    ['trial:EU', 'trial', 'eu', ''],
    ['', 'trial', 'eu', ''],
  ])('%j for %s in %s gives %j', (sharedRule, plan, region, expected) => {
    expect(outputs({ sharedRule }, plan, region)).toBe(expected)
  })

  test.each([
    ['eu:*', 'plan-unknown: eu'],
    ['*:*', 'wildcard-everywhere: *:*'],
    ['*', 'wildcard-everywhere: *'],
    ['trial;', 'attribute-missing: '],
    [';trial', 'attribute-missing: '],
    ['trial:', 'value-missing: trial:'],
    [':eu', 'plan-missing: :eu'],
    ['trial:eu:gcp', 'value-repeated: trial:eu:gcp'],
    ['tri al', 'character-illegal: tri al'],
    ['trial:e*', 'character-illegal: e*'],
    ['trail', 'plan-unknown: trail'],
    ['aws,azure', 'character-illegal: aws,azure'],
  ])('%j is refused', (euAccessRule, expected) => {
    const { rules, diagnostics } = parseFourRules({ ...NONE, euAccessRule }, DEFAULT_PLANS)
    expect(rules).toBeNull()
    const complaints = diagnostics.map(
      ({ code, range }) => `${code}: ${range && euAccessRule.slice(range.start, range.end)}`,
    )
    expect(complaints).toEqual([expected])
    expect(diagnostics[0]?.range?.rule).toBe(3)
  })

  test('that names a provider applies to its plans, with a warning', () => {
    const { diagnostics } = parseFourRules({ ...NONE, platformRegionRule: 'gcp:cf-sa30;openstack' }, DEFAULT_PLANS)
    expect(diagnostics.map(one => [one.severity, one.message])).toEqual([
      ['warning', '`openstack` is a provider; it is interpreted as its plan sap-converged-cloud.'],
    ])
  })

  test('is reported with all other errors', () => {
    const { diagnostics } = parseFourRules({ ...NONE, sharedRule: 'x;*', euAccessRule: 'trial;;y:' }, DEFAULT_PLANS)
    expect(diagnostics.map(one => one.code)).toEqual([
      'plan-unknown',
      'wildcard-everywhere',
      'attribute-missing',
      'value-missing',
    ])
  })
})

test('all four combine, clusterRegionRule by the platform region too', () => {
  expect(
    outputs({ platformRegionRule: 'gcp', clusterRegionRule: 'gcp', sharedRule: 'gcp', euAccessRule: 'gcp' }, 'gcp', ''),
  ).toBe('PR HR EU S')
  expect(outputs({ clusterRegionRule: 'gcp:cf-x', euAccessRule: '*:cf-x' }, 'gcp', 'cf-x')).toBe('HR EU')
})

describe('the translation', () => {
  test('of the initial configuration of seed 000 contains the rules of seed 001', () => {
    const texts = translateFourRules(rulesOf(INITIAL), DEFAULT_PLANS)
    expect(texts).toEqual(expect.arrayContaining([...DEFAULT_RULES]))
    expect(texts.filter(text => !DEFAULT_RULES.includes(text))).toEqual([
      ...[
        'alicloud',
        'build-runtime-alicloud',
        'build-runtime-aws',
        'build-runtime-azure',
        'build-runtime-gcp',
        'gdch',
      ],
    ])
  })

  test('of a region for every plan has a rule for each plan', () => {
    const texts = translateFourRules(rulesOf({ euAccessRule: '*:eu', sharedRule: 'trial' }), DEFAULT_PLANS)
    expect(texts).toContain('aws(PR=eu) -> EU')
    expect(texts).toContain('trial(PR=eu) -> EU, S')
    expect(texts.filter(text => text.includes('PR=eu'))).toHaveLength(DEFAULT_PLANS.byName.size)
  })

  test.each([
    ['nothing', {}],
    ['the initial configuration', INITIAL],
    ['the list of seed 000', { platformRegionRule: 'gcp:cf-sa30;gcp:cf-jp30;aws:cf-eu11;openstack' }],
  ])('of %s decides every combination equally', (_, texts) => {
    const { compared, differing } = proofOf(texts)
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(DEFAULT_PLANS.byName.size * 4)
  })

  test('of any four rules decides every combination equally', () => {
    const plan = fc.constantFrom('aws', 'trial', 'gcp')
    const region = fc.constantFrom('cf-a', 'cf-b', 'us')
    const entry = fc.oneof(
      plan,
      plan.map(name => `${name}:*`),
      fc.tuple(plan, region).map(parts => parts.join(':')),
      region.map(name => `*:${name}`),
    )
    const property = fc.array(entry, { maxLength: 5 }).map(entries => entries.join(';'))
    const texts = fc.record({
      platformRegionRule: property,
      clusterRegionRule: property,
      sharedRule: property,
      euAccessRule: property,
    })
    fc.assert(
      fc.property(texts, given => {
        expect(proofOf(given).differing).toEqual([])
      }),
    )
  })

  test('is compared on further regions too', () => {
    const rules = rulesOf(INITIAL)
    const { ruleset } = Ruleset.from(translateFourRules(rules, DEFAULT_PLANS), DEFAULT_PLANS, policyOf('documented'))
    if (!ruleset) throw new Error('the translation is not valid')
    const further = { platform: ['cf-us10', 'cf-eu11'], hyperscaler: ['eu-central-1'] }
    const { compared, differing } = proveTranslation(rules, ruleset, DEFAULT_PLANS, further)
    // Three named ones, a known and an unknown one, and none; likewise for the hyperscaler region.
    expect([compared, differing]).toEqual([DEFAULT_PLANS.byName.size * 6 * 6, []])
  })

  test('without one of its rules fails the comparison', () => {
    const rules = rulesOf(INITIAL)
    const texts = translateFourRules(rules, DEFAULT_PLANS).filter(text => !text.includes('cf-ch20'))
    const { ruleset } = Ruleset.from(texts, DEFAULT_PLANS, policyOf('documented'))
    expect(ruleset && proveTranslation(rules, ruleset, DEFAULT_PLANS).differing[0]).toBe('azure, cf-ch20, cf-sa30')
  })
})

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aw*:; \u00a0x') }), sharedRule => {
      const { rules, diagnostics } = parseFourRules({ ...NONE, sharedRule }, DEFAULT_PLANS)
      expect(rules === null).toBe(diagnostics.some(one => one.severity === 'error'))
    }),
  )
})
