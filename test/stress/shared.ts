import { nameOf, QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

const ACCOUNTS = 10

/** Many simultaneous claims of a few shared accounts are spread evenly. */
export const shared: Scenario = async (servers, { claims, processes, seed, harm }) => {
  const picks = Math.min(1_000, claims)
  const stage = await Stage.open(servers, {
    scenario: nameOf('shared', harm),
    seed,
    processes,
    own: 0,
    shared: ACCOUNTS,
    faults: harm,
    sweepMs: harm > 0 ? QUICK_SWEEP_MS : null,
    floors: { kept: picks, selection: picks },
  })
  await Promise.all(Array.from({ length: picks }, (_, n) => stage.claim(`key-${n}`, `tenant-${n}`, 'shared')))
  stage.expectAtOnce(picks)
  const counts = new Map<string, number>()
  for (const { account } of stage.acknowledged) counts.set(account, (counts.get(account) ?? 0) + 1)
  const spread = Math.max(...counts.values()) - Math.min(...counts.values())
  // A claim that finds an unwritable account takes another one, which is then one ahead.
  const skipped = harm > 0 ? (await stage.claims()).filter(claim => claim.skippedAccount).length : 0
  Object.assign(stage.extra, { picks, spread, skipped })
  if (spread > 1 + skipped || counts.size < Math.min(ACCOUNTS, picks))
    stage.violated('spread', `${[...counts.values()].join()}`)
  return stage.close()
}
