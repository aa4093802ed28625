import { CONTROL_COMMANDS, type ControlCommand, ControlRefusal } from '#lib/control/protocol.ts'
import { verdictLines } from '#lib/store/audit/verdict-line.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { dumpLines } from '#lib/store/dump/dump.ts'
import type { Store } from '#lib/store/store.ts'

/** What the `hap` command may ask this console for while it has the database open. */
export function controlCommands(store: Store): Readonly<Record<string, ControlCommand>> {
  return {
    [CONTROL_COMMANDS.dump]: () => dumpLines(whileUp(store)),
    [CONTROL_COMMANDS.verify]: args => verdictLines(args)(whileUp(store)),
  }
}

function whileUp(store: Store): Connection {
  const health = store.health()
  if (health.state !== 'up') throw new ControlRefusal(health.message)
  return store.connection
}
