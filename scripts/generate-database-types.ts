// Writes web/app/lib/database.types.ts from the migrations: node scripts/generate-database-types.ts [--check]
import { join } from 'node:path'
import { readCatalog } from './generate-database-types-catalog.ts'
import { renderDatabaseTypes } from './generate-database-types-render.ts'
import { writeGenerated } from './generated-file.ts'
import { withScratchDatabase } from './scratch-database.ts'

const path = join(import.meta.dirname, '../web/app/lib/database.types.ts')
const catalog = await withScratchDatabase(readCatalog)
writeGenerated(path, renderDatabaseTypes(catalog), 'npm run db:types')
