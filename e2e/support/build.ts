import { buildConsole } from '../../scripts/build/build-console.ts'
import { startConsoleDatabases } from './console-database.ts'
import { makeEmptyDatabase } from './empty-database.ts'

/** Builds the console and creates the template of its databases, before the workers start consoles. */
export default async function build(): Promise<() => Promise<void>> {
  await buildConsole()
  makeEmptyDatabase()
  return startConsoleDatabases()
}
