import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { type OpenStore, openStore, openStoreOn } from '#lib/store/open-store.ts'
import { Secret } from '#lib/util/secret.ts'
import { fillWithSamples } from './sample-rows.ts'
import { SILENT } from './silent.ts'
import { emptyDatabase, newServerDatabase } from './test-store.ts'

/** Makes a new folder. The suite removes it at its end; test files share this module, so none of them may. */
export function folder(): string {
  return mkdtempSync(path.join(inject('folder'), 'command-'))
}

/** Settings that name a folder, and a server's database where it is not in the folder. */
export interface Place extends Readonly<Record<string, string>> {
  readonly DATA_DIR: string
}

/** Settings that name a new database of this kind. */
export async function newPlace(): Promise<Place> {
  const DATA_DIR = folder()
  if (inject('database') === 'postgres') return { DATA_DIR, DATABASE_URL: await newServerDatabase() }
  return { DATA_DIR }
}

/** Settings of a closed database with rows in every table; `then` changes it before it is closed. */
export async function filledPlace(
  then?: (store: OpenStore) => Promise<unknown>,
): Promise<Readonly<Record<string, string>>> {
  const place = await newPlace()
  const { DATABASE_URL: url = '', DATA_DIR = '' } = place
  const store =
    url === ''
      ? await openStoreOn(
          await openEmbedded({ folder: path.join(DATA_DIR, 'db'), template: await emptyDatabase() }),
          60_000,
          SILENT,
        )
      : await openStore({ database: { url: new Secret(url), connections: 2 }, slowMs: 60_000, events: SILENT })
  await fillWithSamples(store)
  await then?.(store)
  await store.close()
  return place
}

/** Settings of a database without any table. */
export async function emptyPlace(): Promise<Readonly<Record<string, string>>> {
  const place = await newPlace()
  const { DATABASE_URL: url = '', DATA_DIR = '' } = place
  if (url === '')
    await (await openEmbedded({ folder: path.join(DATA_DIR, 'db'), template: await emptyDatabase() })).close()
  return place
}
