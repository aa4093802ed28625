import { LISTS, testSavedList } from '../support/export-lists.ts'

for (const list of LISTS) for (const role of ['operator', 'admin'] as const) testSavedList(role, list)
