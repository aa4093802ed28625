import { pick, randomNumbers } from './random.ts'

const PIECES = [
  ...['aws', 'gcp', 'azure', 'trial', 'sap-converged-cloud', 'nope', 'PR', 'HR', 'EU', 'S', 'pr', 'cf-eu11', 'x', '*'],
  ...['(', ')', ',', '=', '->', '- >', '-', '>', '()', '=>', '->->', '((', '))', ',,', '=='],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\f',
    '\v',
    '\u00a0',
    '\ufeff',
    '\u0000',
    '\ud800',
    '😀',
    '𝔸',
    'ß',
    '"',
    "'",
    '#',
    ';',
    '{',
    '$',
  ],
] as const

const RULES = [
  'aws',
  'aws(PR=cf-eu11) -> EU',
  'azure(PR=cf-ch20, HR=switzerlandnorth) -> EU, PR, HR',
  'sap-converged-cloud -> HR, S',
  ' trial ( HR = us-east-1 ) -> S ',
  'gcp(PR=cf-sa30)->PR',
] as const

/**
 * Rule lists with every kind of error: noise, broken rules, valid ones, and long ones. Endless; equal for equal seeds.
 */
export function* randomRuleLists(seed: number): Generator<readonly string[], never> {
  const random = randomNumbers(seed)
  for (;;) yield Array.from({ length: Math.floor(random() * 4) }, () => randomRule(random))
}

function randomRule(random: () => number): string {
  const kind = random()
  if (kind < 0.35) return mutate(pick(random, RULES), random)
  if (kind < 0.45) return pick(random, RULES)
  if (kind < 0.98) return noise(random, 12)
  return noise(random, 200)
}

function noise(random: () => number, most: number): string {
  return Array.from({ length: Math.floor(random() * most) }, () => pick(random, PIECES)).join('')
}

/** One to three characters or pieces removed, doubled, inserted or replaced. */
function mutate(text: string, random: () => number): string {
  let mutated = text
  for (let count = Math.ceil(random() * 3); count > 0; count--) {
    const at = Math.floor(random() * (mutated.length + 1))
    const piece = pick(random, ['', pick(random, PIECES), mutated.slice(at, at + 3).repeat(2)])
    mutated = mutated.slice(0, at) + piece + mutated.slice(at + Math.floor(random() * 3))
  }
  return mutated
}
