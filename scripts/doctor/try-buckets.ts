import { randomUUID } from 'node:crypto'
import type { Surface } from './discover.ts'
import { type Finding, NAMES } from './finding.ts'
import { BUCKETS, type BucketDoors } from './open-doors.ts'
import type { Ask, Caller } from './patient.ts'

type Bucket = Surface['buckets'][number]

/** The smallest picture there is: one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const CLOSED_BUCKET: BucketDoors = { isPublic: false, membersWrite: false, listed: [] }
const POLICIES = 'Check the policies on storage.objects.'

/** What the bucket is, against what it should be. */
export function checkBucket({ id, isPublic }: Bucket): Finding[] {
  const doors = BUCKETS[id]
  if (!doors) {
    return [
      {
        door: `The bucket ${id} is not declared.`,
        remedy: 'Declare it in scripts/doctor/open-doors.ts, or delete it.',
      },
    ]
  }
  if (isPublic === undefined || isPublic === doors.isPublic) return []
  const [is, should] = isPublic ? ['public', 'private'] : ['private', 'public']
  return [
    {
      door: `The bucket ${id} is ${is} and should be ${should}.`,
      remedy: `Change it: update its "public" by the storage API.`,
    },
  ]
}

/** Tries to write into a bucket and to list it. Asking for an upload URL asks for the right and stores nothing. */
export async function tryBucket(caller: Caller, { id }: Bucket): Promise<Finding[]> {
  const { kind, ask } = caller
  const doors = BUCKETS[id] ?? CLOSED_BUCKET
  const findings: Finding[] = []
  const folders = [randomUUID(), ...(doors.membersWrite || !caller.id ? [] : [caller.id])]
  for (const folder of ['', ...folders.map((name) => `${name}/`)]) {
    const { status } = await ask(`/storage/v1/object/upload/sign/${id}/${folder}doctor.png`, {
      method: 'POST',
      body: {},
    })
    if (status < 300) {
      const where = folder === `${caller.id}/` ? 'a folder of his own' : 'any folder'
      findings.push({ door: `${NAMES[kind]} can put files into ${where} of bucket ${id}.`, remedy: POLICIES })
      break
    }
  }
  const list = await ask(`/storage/v1/object/list/${id}`, { method: 'POST', body: { prefix: '', limit: 1 } })
  if (Array.isArray(list.body) && list.body.length > 0 && !doors.listed.includes(kind)) {
    findings.push({ door: `${NAMES[kind]} can list the files of bucket ${id}.`, remedy: POLICIES })
  }
  return findings
}

/** Puts a file there with the secret key, and tries to read, replace, move and delete it. It is gone at the end. */
export async function tryFile(caller: Caller, admin: Ask, { id }: Bucket): Promise<Finding[]> {
  const { kind, ask } = caller
  const key = `${randomUUID()}/doctor.png`
  const path = `/storage/v1/object/${id}/${key}`
  const put = await admin(path, { method: 'POST', headers: { 'content-type': 'image/png' }, body: PICTURE })
  if (put.status >= 300) return []
  const isThere = async () => (await admin(`/storage/v1/object/info/${id}/${key}`)).status < 300
  const findings: Finding[] = []
  const note = (deed: string) => findings.push({ door: `${NAMES[kind]} can ${deed} bucket ${id}.`, remedy: POLICIES })
  if (!BUCKETS[id]?.isPublic) {
    const readings = [
      ask(path),
      ask(`/storage/v1/object/authenticated/${id}/${key}`),
      ask(`/storage/v1/object/sign/${id}/${key}`, { method: 'POST', body: { expiresIn: 60 } }),
    ]
    if ((await Promise.all(readings)).some(({ status }) => status < 300)) note('read files of others in')
  }
  const replacing = { method: 'POST', headers: { 'x-upsert': 'true' }, body: {} }
  const replaced = await ask(`/storage/v1/object/upload/sign/${id}/${key}`, replacing)
  if (replaced.status < 300) note('replace files of others in')
  await ask('/storage/v1/object/move', {
    method: 'POST',
    body: { bucketId: id, sourceKey: key, destinationKey: `${caller.id ?? 'x'}/doctor-moved.png` },
  })
  if (!(await isThere())) note('move files of others in')
  else {
    await ask(`/storage/v1/object/${id}`, { method: 'DELETE', body: { prefixes: [key] } })
    if (!(await isThere())) note('delete files of others in')
  }
  const prefixes = [key, `${caller.id ?? 'x'}/doctor-moved.png`]
  await admin(`/storage/v1/object/${id}`, { method: 'DELETE', body: { prefixes } })
  return findings
}

/** Tries what only the server may do to buckets and accounts. */
export async function tryServerDoors({ kind, ask }: Caller, admin: Ask | undefined): Promise<Finding[]> {
  const findings: Finding[] = []
  const note = (deed: string, remedy: string) => findings.push({ door: `${NAMES[kind]} can ${deed}.`, remedy })
  const name = `doctor-${randomUUID()}`
  const made = await ask('/storage/v1/bucket', { method: 'POST', body: { name } })
  if (made.status < 300) note('make buckets', 'Check the policies on storage.buckets.')
  if (made.status < 300 && admin) await admin(`/storage/v1/bucket/${name}`, { method: 'DELETE', body: {} })
  const buckets = await ask('/storage/v1/bucket')
  if (Array.isArray(buckets.body) && buckets.body.length > 0)
    note('list buckets', 'Check the policies on storage.buckets.')
  const emptied = await ask(`/storage/v1/bucket/${name}/empty`, { method: 'POST', body: {} })
  if (emptied.status !== 403) note('empty buckets', 'Is the public key that of role service_role? Make new keys.')
  const accounts = await ask('/auth/v1/admin/users')
  if (accounts.status < 300) note('read all accounts', 'Is the public key that of role service_role? Make new keys.')
  return findings
}
