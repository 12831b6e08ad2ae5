import { randomUUID } from 'node:crypto'
import { BUCKETS, type BucketAccess } from './allowed-access.ts'
import type { Caller, SendRequest } from './client.ts'
import type { Surface } from './discover.ts'
import { CALLER_NAMES, type Finding } from './finding.ts'

type Bucket = Surface['buckets'][number]

/** The smallest PNG: one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const NO_ACCESS: BucketAccess = { isPublic: false, membersWrite: false, listed: [] }
const POLICIES = 'Check the policies on storage.objects.'

/** Compares the visibility of a bucket with the intended one. */
export function checkBucketVisibility({ id, isPublic }: Bucket): Finding[] {
  const access = BUCKETS[id]
  if (!access) {
    return [
      {
        problem: `The bucket ${id} is not listed.`,
        remedy: 'List it in scripts/doctor/allowed-access.ts or delete it.',
      },
    ]
  }
  if (isPublic === undefined || isPublic === access.isPublic) return []
  const [is, should] = isPublic ? ['public', 'private'] : ['private', 'public']
  return [
    {
      problem: `The bucket ${id} is ${is} and should be ${should}.`,
      remedy: `Update its "public" through the storage API.`,
    },
  ]
}

/** Tries to upload to a bucket and to list it. Requesting an upload URL checks the permission and stores nothing. */
export async function checkBucketAccess(caller: Caller, { id }: Bucket): Promise<Finding[]> {
  const { kind, send } = caller
  const access = BUCKETS[id] ?? NO_ACCESS
  const findings: Finding[] = []
  const folders = [randomUUID(), ...(access.membersWrite || !caller.id ? [] : [caller.id])]
  for (const folder of ['', ...folders.map((name) => `${name}/`)]) {
    const { status } = await send(`/storage/v1/object/upload/sign/${id}/${folder}doctor.png`, {
      method: 'POST',
      body: {},
    })
    if (status < 300) {
      const where = folder === `${caller.id}/` ? 'their own folder' : 'any folder'
      findings.push({
        problem: `${CALLER_NAMES[kind]} can upload files to ${where} of bucket ${id}.`,
        remedy: POLICIES,
      })
      break
    }
  }
  const list = await send(`/storage/v1/object/list/${id}`, { method: 'POST', body: { prefix: '', limit: 1 } })
  if (Array.isArray(list.body) && list.body.length > 0 && !access.listed.includes(kind)) {
    findings.push({ problem: `${CALLER_NAMES[kind]} can list the files of bucket ${id}.`, remedy: POLICIES })
  }
  return findings
}

/** Uploads a file with the secret key and tries to read, replace, move and delete it. Deletes the file at the end. */
export async function checkFileAccess(caller: Caller, admin: SendRequest, { id }: Bucket): Promise<Finding[]> {
  const { kind, send } = caller
  const key = `${randomUUID()}/doctor.png`
  const path = `/storage/v1/object/${id}/${key}`
  const put = await admin(path, { method: 'POST', headers: { 'content-type': 'image/png' }, body: PICTURE })
  if (put.status >= 300) return []
  const isThere = async () => (await admin(`/storage/v1/object/info/${id}/${key}`)).status < 300
  const findings: Finding[] = []
  const note = (deed: string) =>
    findings.push({ problem: `${CALLER_NAMES[kind]} can ${deed} bucket ${id}.`, remedy: POLICIES })
  if (!BUCKETS[id]?.isPublic) {
    const readings = [
      send(path),
      send(`/storage/v1/object/authenticated/${id}/${key}`),
      send(`/storage/v1/object/sign/${id}/${key}`, { method: 'POST', body: { expiresIn: 60 } }),
    ]
    if ((await Promise.all(readings)).some(({ status }) => status < 300)) note('read other people’s files in')
  }
  const replacing = { method: 'POST', headers: { 'x-upsert': 'true' }, body: {} }
  const replaced = await send(`/storage/v1/object/upload/sign/${id}/${key}`, replacing)
  if (replaced.status < 300) note('replace other people’s files in')
  await send('/storage/v1/object/move', {
    method: 'POST',
    body: { bucketId: id, sourceKey: key, destinationKey: `${caller.id ?? 'x'}/doctor-moved.png` },
  })
  if (!(await isThere())) note('move other people’s files in')
  else {
    await send(`/storage/v1/object/${id}`, { method: 'DELETE', body: { prefixes: [key] } })
    if (!(await isThere())) note('delete other people’s files in')
  }
  const prefixes = [key, `${caller.id ?? 'x'}/doctor-moved.png`]
  await admin(`/storage/v1/object/${id}`, { method: 'DELETE', body: { prefixes } })
  return findings
}

/** Tries operations on buckets and accounts that are reserved for the server. */
export async function checkServerEndpoints({ kind, send }: Caller, admin: SendRequest | undefined): Promise<Finding[]> {
  const findings: Finding[] = []
  const note = (deed: string, remedy: string) =>
    findings.push({ problem: `${CALLER_NAMES[kind]} can ${deed}.`, remedy })
  const name = `doctor-${randomUUID()}`
  const made = await send('/storage/v1/bucket', { method: 'POST', body: { name } })
  if (made.status < 300) note('create buckets', 'Check the policies on storage.buckets.')
  if (made.status < 300 && admin) await admin(`/storage/v1/bucket/${name}`, { method: 'DELETE', body: {} })
  const buckets = await send('/storage/v1/bucket')
  if (Array.isArray(buckets.body) && buckets.body.length > 0)
    note('list buckets', 'Check the policies on storage.buckets.')
  const emptied = await send(`/storage/v1/bucket/${name}/empty`, { method: 'POST', body: {} })
  if (emptied.status !== 403) note('empty buckets', 'Does the public key have the role service_role? Create new keys.')
  const accounts = await send('/auth/v1/admin/users')
  if (accounts.status < 300)
    note('list all accounts', 'Does the public key have the role service_role? Create new keys.')
  return findings
}
