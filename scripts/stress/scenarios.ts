interface Scenario {
  /** Relative to the root. */
  readonly file: string
  readonly summary: string
}

/** The scenarios of `npm run stress`. Each runs minutes to hours and is not part of a test command. */
export const STRESS: Readonly<Record<string, Scenario>> = {
  claims: {
    file: 'test/stress/main.ts',
    summary: 'claims by several processes through faults, outages and kill −9; judges the history',
  },
  acceptance: {
    file: 'test/stress/acceptance.ts',
    summary: 'every scenario of claims at the accepted amounts, for hours; --scale 0.01 for a try',
  },
  operators: {
    file: 'test/stress-operators/main.ts',
    summary: 'Clusters, rotations, revocations and dirty accounts by the hundred',
  },
  replicas: {
    file: 'test/replicas/main.ts',
    summary: 'restarts consoles that share a database in turn under load; judges lost requests',
  },
  schedules: {
    file: 'test/claims/schedules/main.ts',
    summary: 'orders of the steps of two or three concurrent claims, by seed',
  },
  soak: {
    file: 'test/soak/main.ts',
    summary: 'a console under churn, faults and restarts for 20 minutes or --hours 12; judges growth',
  },
  rules: {
    file: 'test/fuzz/rules.ts',
    summary: 'a million random and mutated rules through the parser',
  },
  api: {
    file: 'test/api-fuzz/main.ts',
    summary: 'valid and invalid requests to every operation of a running console',
  },
}
