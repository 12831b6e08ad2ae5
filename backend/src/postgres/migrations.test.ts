import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../../test/scratch-folder.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { type MigrationStep, migrate } from './migrations.ts'

test('names the migration during which the connection was lost, and releases the connection', async () => {
  await using database = await createTestDatabase()
  using folder = createScratchFolder()
  await writeFile(join(folder.path, '99990101000000_end_it.sql'), 'select pg_terminate_backend(pg_backend_pid())')
  const owner = database.connect('owner', { max: 1 })
  const failure = migrate(owner, [{ name: 'base', folder: folder.path }])
  await expect(failure).rejects.toThrow('Migration base/99990101000000_end_it.sql failed.')
  expect(await owner`select 1 as one`).toEqual([{ one: 1 }])
})

test('tells which migration comes next, and applies only missing ones', async () => {
  await using database = await createTestDatabase()
  using folder = createScratchFolder()
  const add = (name: string) => writeFile(join(folder.path, name), 'select 1')
  const owner = database.connect('owner', { max: 1 })
  const steps: MigrationStep[] = []
  const run = () => migrate(owner, [{ name: 'base', folder: folder.path }], (step) => steps.push(step))
  await add('99990101000000_first.sql')
  await add('99990102000000_second.sql')
  expect(await run()).toBe(2)
  expect(steps).toEqual([
    { file: 'base/99990101000000_first.sql', number: 1, total: 2 },
    { file: 'base/99990102000000_second.sql', number: 2, total: 2 },
  ])
  expect(await run()).toBe(0)
  await writeFile(join(folder.path, '99990101000000_first.sql'), 'select 2')
  await expect(run()).rejects.toThrow('Migration base/99990101000000_first.sql was changed after it had been applied.')
})
