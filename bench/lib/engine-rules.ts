import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'

/** A valid ruleset of any size: the seed's rules, then single platform regions of three plans in turn. */
export function manyRules(count: number): readonly string[] {
  const plans = ['aws', 'azure', 'gcp']
  const more = Array.from(
    { length: count - DEFAULT_RULES.length },
    (_, number) => `${plans[number % 3]}(PR=cf-zz${number}) -> PR`,
  )
  return [...DEFAULT_RULES, ...more]
}
