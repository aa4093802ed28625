import { clusters } from './clusters.ts'
import { revokeOne } from './revoke-one.ts'
import { rotations } from './rotations.ts'

/**
 * A small amount of everything on a real API server, for every run of the cluster tests; `npm run stress -- operators`
 * uses large amounts.
 */
const AMOUNTS = {
  clusters: 3,
  rotations: 20,
  // It would take five minutes.
  kept: 0,
  singles: 20,
  singlesAtOnce: 5,
  revokes: 0,
  accounts: 0,
  spaced: 0,
  seed: 1,
  kubeconfig: process.argv[2] ?? null,
}

// All of them usually wait.
const reports = await Promise.all([clusters, rotations, revokeOne].map(scenario => scenario(AMOUNTS)))
const clean = reports.filter(({ violations }) => Object.keys(violations).length === 0)
console.log(JSON.stringify(reports, null, 2))
console.log(`${clean.length} passed, ${reports.length - clean.length} failed`)
process.exit(clean.length === reports.length ? 0 : 1)
