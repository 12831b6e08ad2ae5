import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describeOutput } from './failure.ts'
import { launch, type ProcessOwner, postgresUser } from './launch.ts'

/**
 * Returns the user that runs the server: for root, the owner of the folder or else `postgres`; otherwise undefined, for
 * the current user. Throws when the folder belongs to another user.
 */
export function chooseOwner(folder: string): ProcessOwner | undefined {
  const me = process.getuid?.() ?? 0
  const present = existsSync(folder) ? statSync(folder) : undefined
  if (me === 0) return process.getuid ? toOwner(present) : undefined
  if (present && present.uid !== me) {
    throw new Error(
      `${folder} belongs to another user (id ${present.uid}). Start as that user or as root, or set DATA_DIR.`,
    )
  }
  return undefined
}

function toOwner(present: ProcessOwner | undefined): ProcessOwner {
  return present?.uid ? { uid: present.uid, gid: present.gid } : postgresUser()
}

/** Creates the database files if they are missing, and sets the mode that PostgreSQL requires. */
export async function prepareCluster(bin: string, folder: string, owner: ProcessOwner | undefined): Promise<void> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(bin, folder, owner)
  chmodSync(folder, 0o700)
}

/**
 * Runs initdb in a new folder next to the final one and renames it, so that a kill half-way leaves nothing that looks
 * like a database. The initdb of an earlier start that was killed may still be cleaning up its own folder.
 */
async function initialise(bin: string, folder: string, owner: ProcessOwner | undefined): Promise<void> {
  const parent = dirname(folder)
  const prefix = `${basename(folder)}.new-`
  removeUnfinished(parent, prefix)
  const fresh = mkdtempSync(join(parent, prefix))
  if (owner) chownSync(fresh, owner.uid, owner.gid)
  const flags = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions']
  await runInitdb(join(bin, 'initdb'), ['-D', fresh, ...flags], owner, folder)
  removeFolder(folder)
  renameSync(fresh, folder)
  // Repeated, because an initdb that had not ended yet may have written files in the meantime.
  removeUnfinished(parent, prefix)
}

function removeUnfinished(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeFolder(join(parent, name))
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

async function runInitdb(program: string, args: string[], owner: ProcessOwner | undefined, folder: string) {
  const child = launch(program, args, owner, dirname(folder))
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('close', resolve)
  if ((await promise) === 0) return
  throw new Error(`The database files in ${folder} cannot be created: ${describeOutput(output, folder)}.`, {
    cause: new Error(output.trim()),
  })
}
