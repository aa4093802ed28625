import { renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

/** Writes the contents of an empty embedded database, which others start from: creating one takes seconds. */
export async function writeEmptyDatabase(file: string): Promise<void> {
  const database = await PGlite.create()
  const content = await database.dumpDataDir('none')
  // Another process may read or write the file.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await content.arrayBuffer()))
  renameSync(unfinished, file)
  await database.close()
}
