import type { Command } from './command.ts'

export interface Entry {
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

/** The commands that need neither a database nor Gardener of their own, so that the packed command line has them. */
export const PACKED_COMMANDS: Readonly<Record<string, Entry>> = {
  check: { summary: 'check a rule file', load: () => import('./commands/check.ts') },
  match: { summary: 'which rule decides for a request', load: () => import('./commands/match.ts') },
  parse: { summary: "check rules with the options of KEB's command", load: () => import('./commands/parse.ts') },
  explain: { summary: 'what a request gets, and why', load: () => import('./commands/explain.ts') },
  pools: { summary: 'the pools of a console', load: () => import('./commands/pools.ts') },
  bindings: { summary: 'the bindings of a console', load: () => import('./commands/bindings.ts') },
  claim: { summary: 'claim an account at a console', load: () => import('./commands/claim.ts') },
  'give-back': { summary: 'release a claim and its account', load: () => import('./commands/give-back.ts') },
  cancel: { summary: 'cancel a waiting claim', load: () => import('./commands/cancel.ts') },
  release: { summary: 'release an unused account', load: () => import('./commands/release.ts') },
  format: { summary: 'write rules in the canonical form', load: () => import('./commands/format.ts') },
  convert: { summary: 'convert the four legacy rules', load: () => import('./commands/convert.ts') },
  diff: { summary: 'compare two rule files', load: () => import('./commands/diff.ts') },
  conformance: { summary: 'run conformance cases', load: () => import('./commands/conformance.ts') },
}
