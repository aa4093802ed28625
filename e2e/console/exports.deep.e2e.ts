import { CHOSEN_COLUMNS, LISTS, testExportedColumns, testNoExport, testSavedList } from '../support/export-lists.ts'

for (const list of LISTS) for (const role of ['operator', 'admin'] as const) testSavedList(role, list)

for (const list of CHOSEN_COLUMNS) testExportedColumns(list)

for (const { name } of LISTS.filter(({ name }) => name !== 'shoots')) testNoExport(name)
