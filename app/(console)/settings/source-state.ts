import type { LiveState } from '#app/data/live-connection.ts'
import type { ConsoleHealth } from '#lib/queries/console-health.ts'

export type Source = ConsoleHealth['sources' | 'plans' | 'resources'][number]
type State = Source['phase'] | ConsoleHealth['database']['state']

const WORDS: Readonly<Record<State, string>> = {
  starting: 'loading',
  live: 'live',
  reconnecting: 'reconnecting',
  stale: 'stale',
  refused: 'not allowed',
  absent: 'not served',
  up: 'up',
  down: 'down',
}

/** Label for the state of a source; the last known state while the page has no connection to the server. */
export function sourceState(state: State, { phase, health }: Pick<LiveState, 'phase' | 'health'>): string {
  const lost = phase === 'signed-out' || (phase !== 'connecting' && phase !== health?.phase)
  return lost ? `unknown, was ${WORDS[state]}` : WORDS[state]
}
