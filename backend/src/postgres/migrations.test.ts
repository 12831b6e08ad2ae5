import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../../test/scratch-folder.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { migrate } from './migrations.ts'

test('names the migration during which the connection was lost, and releases the connection', async () => {
  await using database = await createTestDatabase()
  using folder = createScratchFolder()
  await writeFile(join(folder.path, '99990101000000_end_it.sql'), 'select pg_terminate_backend(pg_backend_pid())')
  const owner = database.connect('owner', { max: 1 })
  const failure = migrate(owner, [{ name: 'base', folder: folder.path }])
  await expect(failure).rejects.toThrow('Migration base/99990101000000_end_it.sql failed.')
  expect(await owner`select 1 as one`).toEqual([{ one: 1 }])
})
