import { buildConsole } from '../../scripts/build/build-console.ts'
import { startConsoleDatabases } from './console-database.ts'
import { makeEmptyDatabase } from './empty-database.ts'

/** Builds the console, and creates what the databases of consoles begin with, once, before the workers start them. */
export default async function build(): Promise<() => Promise<void>> {
  await buildConsole()
  makeEmptyDatabase()
  return startConsoleDatabases()
}
