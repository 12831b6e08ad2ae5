import { expect, test } from 'vitest'
import { ALICE, createTestStorage } from '../test-storage.ts'

test('restricts functions that switch roles to the login of the service (storage 10)', async () => {
  await using storage = await createTestStorage()
  const owner = storage.database.connect('owner', { max: 1 })
  const rows = await owner<{ name: string; callers: string[] }[]>`
    select proname as name, array(
        select rolname::text from pg_roles
        where not rolsuper and has_function_privilege(rolname, pg_proc.oid, 'execute') order by rolname
      ) as callers
    from pg_proc where pronamespace = 'storage'::regnamespace and prosrc ~ 'enter_scope|set_config'`
  expect(rows.length).toBeGreaterThanOrEqual(6)
  for (const { name, callers } of rows) expect([name, callers]).toEqual([name, ['authenticator']])
})

test('passes on a trigger error that equals the rollback signal, and stores nothing (storage 10.1)', async () => {
  await using storage = await createTestStorage({
    sql: `create function reject() returns trigger language plpgsql as $$ begin raise sqlstate 'PT200'; end $$;
      create policy "all" on storage.objects for all to authenticated using (true) with check (true);`,
  })
  await storage.admin.storage.createBucket('files')
  const owner = storage.database.connect('owner', { max: 1 })
  const alice = await storage.as(ALICE)
  expect((await alice.storage.from('files').createSignedUploadUrl('a.txt')).error).toBeNull()
  expect(await owner`select from storage.objects`).toHaveLength(0)
  await owner.unsafe('create trigger reject before insert on storage.objects for each row execute function reject()')
  expect((await alice.storage.from('files').createSignedUploadUrl('a.txt')).error).not.toBeNull()
})
