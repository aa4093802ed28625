import { type Entry, PACKED_COMMANDS } from './packed-commands.ts'

/** The commands of a checkout, by name, loaded when they are called. A new command is a file in bin/commands and a line here or in PACKED_COMMANDS. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  ...PACKED_COMMANDS,
  db: { summary: 'dump, restore and migrate the database', load: () => import('./commands/db.ts') },
  audit: { summary: 'verify the audit log', load: () => import('./commands/audit.ts') },
  landscape: { summary: 'accept a restored or moved landscape', load: () => import('./commands/landscape.ts') },
  adopt: { summary: 'register what runs in the landscape', load: () => import('./commands/adopt.ts') },
  doctor: { summary: 'check settings, database, permissions', load: () => import('./commands/doctor.ts') },
  garden: { summary: 'run the embedded garden alone', load: () => import('./commands/garden.ts') },
}
