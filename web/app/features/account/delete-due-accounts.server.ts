import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** An account that is due for deletion, with the files to delete first. */
const DueAccount = v.object({
  user_id: v.string(),
  files: v.array(v.object({ bucket: v.string(), name: v.string() })),
})
type File = v.InferOutput<typeof DueAccount>['files'][number]

/** The maximum number of files that the storage service deletes in one call. */
const MAX_FILES = 500

/**
 * Deletes the accounts whose members requested it at least a week ago: their content, their files, then the account.
 * Run it regularly with a client that uses the secret key. Several servers may run it; work that one of them left
 * unfinished is resumed ten minutes later. Throws the first failure.
 */
export async function deleteDueAccounts(client: Supabase): Promise<void> {
  for (;;) {
    const [due] = v.parse(v.array(DueAccount), takeData(await client.rpc('begin_account_deletion')))
    if (!due) return
    await deleteFiles(client, due.files)
    const { error } = await client.auth.admin.deleteUser(due.user_id)
    if (error && error.code !== 'user_not_found') throw error
  }
}

async function deleteFiles(client: Supabase, files: File[]): Promise<void> {
  for (const bucket of new Set(files.map((file) => file.bucket))) {
    const names = files.filter((file) => file.bucket === bucket).map(({ name }) => name)
    for (let first = 0; first < names.length; first += MAX_FILES) {
      const { error } = await client.storage.from(bucket).remove(names.slice(first, first + MAX_FILES))
      if (error) throw error
    }
  }
}
