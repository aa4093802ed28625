import { buildConsole } from '../../scripts/build/build-console.ts'
import { makeEmptyDatabase } from './empty-database.ts'

/** Builds the console, and makes the database some of them begin with, once, before the workers start them. */
export default async function build(): Promise<void> {
  await buildConsole()
  makeEmptyDatabase()
}
