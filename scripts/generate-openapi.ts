// Writes the OpenAPI description of the functions from the migrations: node scripts/generate-openapi.ts [--check]
import { join } from 'node:path'
import { readCatalog } from './generate-database-types-catalog.ts'
import { writeGenerated } from './generated-file.ts'
import { describeFunctions } from './openapi/describe-functions.ts'
import { readFunctionNotes } from './openapi/function-notes.ts'
import { withScratchDatabase } from './scratch-database.ts'

const path = join(import.meta.dirname, '../web/server/resources/openapi/openapi.generated.json')
const description = await withScratchDatabase(async (sql) =>
  describeFunctions(await readCatalog(sql), await readFunctionNotes(sql)),
)
writeGenerated(path, `${JSON.stringify(description)}\n`, 'npm run docs:openapi')
