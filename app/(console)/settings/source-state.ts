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

/** How a source is, as far as this page knows: without the console it knows how the source was. */
export function sourceState(state: State, { phase, health }: Pick<LiveState, 'phase' | 'health'>): string {
  const lost = phase === 'signed-out' || (phase !== 'connecting' && phase !== health?.phase)
  return lost ? `unknown, was ${WORDS[state]}` : WORDS[state]
}
