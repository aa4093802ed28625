import { CONTROL_COMMANDS, type ControlCommand, ControlRefusal } from '#lib/control/protocol.ts'
import { type AdoptionParts, adoptionLines } from '#lib/services/adoption/adopt.ts'
import { verifyAsLines } from '#lib/store/audit/verify.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { dumpLines } from '#lib/store/database/dump.ts'
import type { Store } from '#lib/store/store.ts'

/** What the `hap` command may ask this console for while it has the database open. */
export function controlCommands(parts: AdoptionParts): Readonly<Record<string, ControlCommand>> {
  const { store } = parts
  return {
    [CONTROL_COMMANDS.dump]: () => dumpLines(whileUp(store)),
    [CONTROL_COMMANDS.verify]: args => verifyAsLines(args)(whileUp(store)),
    [CONTROL_COMMANDS.adopt]: args => {
      whileUp(store)
      return adoptionLines(parts, args)
    },
  }
}

function whileUp(store: Store): Connection {
  const health = store.health()
  if (health.state !== 'up') throw new ControlRefusal(health.message)
  return store.connection
}
