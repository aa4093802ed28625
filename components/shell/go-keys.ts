import { paths } from '#lib/paths.ts'

/** Pages by the letter that leads to them after `g`. */
export const GO_KEYS: Readonly<Record<string, string>> = {
  o: paths.overview(),
  p: paths.pools(),
  b: paths.bindings(),
  g: paths.globalAccounts(),
  s: paths.shoots(),
  i: paths.simulator(),
  r: paths.rules(),
  l: paths.allowlist(),
  c: paths.operators(),
  j: paths.jobs(),
  v: paths.approvals(),
  a: paths.audit(),
  t: paths.settings(),
}
