import type { SupabaseClient } from '@supabase/supabase-js'
import { readConfig } from '../../backend/src/config.ts'
import type { Database } from '../../web/app/lib/database.types.ts'
import { formatCount } from '../../web/app/lib/format/numbers.ts'
import { createBundleReader } from '../../web/server/bundles/bundle-updates.ts'
import { readBundlePolicy } from '../../web/server/bundles/read-bundle-policy.ts'
import { throwOnError } from '../admin/accounts.ts'
import { openDataService } from '../import/open-data-service.ts'

type Client = SupabaseClient<Database>
type Reader = ReturnType<typeof createBundleReader>

const USAGE = `npm run bundles -- <command>

  list                 subscriptions to cities and lists of other sites
  add <url> [<key>]    shows what a city or list of another site contains; with its key, subscribes to it
  refresh [<id>]       updates one subscription now, or all
  remove <id>          ends a subscription and deletes its spots
`

/** Runs one command against this installation and returns the output. Throws errors with a message for the operator. */
export async function runBundles(words: string[], environment: Record<string, string | undefined>): Promise<string> {
  if (['help', '--help', '-h'].includes(words[0] ?? 'help')) return USAGE
  await using service = await openDataService(environment)
  const client = service.client as Client
  const reader = createBundleReader(readBundlePolicy(readConfig(environment).siteUrl), () => client)
  // Awaited here, because the services stop when this block ends.
  return await runBundleCommand(client, reader, words)
}

/** Runs a command with a client that has the secret key. */
export async function runBundleCommand(client: Client, reader: Reader, words: string[]): Promise<string> {
  const [command, first, second, ...others] = words
  if (others.length === 0) {
    if (command === 'list' && first === undefined) return list(client)
    if (command === 'add' && first !== undefined) return add(client, reader, first, second)
    if (command === 'refresh' && second === undefined) return refresh(client, reader, first)
    if (command === 'remove' && first !== undefined && second === undefined) return remove(client, first)
  }
  throw new Error(USAGE)
}

async function readSubscriptions(client: Client) {
  const columns = 'id, address, title, origin_name, spot_count, updated_at, failure'
  const { data } = throwOnError(await client.from('bundle_subscriptions').select(columns).order('created_at'))
  return data ?? []
}

async function list(client: Client): Promise<string> {
  const subscriptions = await readSubscriptions(client)
  if (subscriptions.length === 0) return 'There are no subscriptions.\n'
  return subscriptions
    .map(({ id, address, title, origin_name: site, spot_count: count, updated_at: at, failure }) => {
      const state = failure === '' ? `updated ${at ?? 'never'}` : `failed: ${failure}`
      return `${id}  ${title}, from ${site}  ${formatCount(count, 'spot')}  ${state}\n  ${address}\n`
    })
    .join('')
}

/** Subscribes only with the key that the operator has confirmed, so that no other site can impersonate the origin. */
async function add(client: Client, reader: Reader, url: string, key: string | undefined): Promise<string> {
  const { address, title, originName, originUrl, publicKey, licenses, spotCount, samples } = await reader.preview(url)
  const shown = `${title}, from ${originName} (${originUrl})
${formatCount(spotCount, 'spot')} under ${licenses.join(', ')}: ${samples.join(', ')}
Its key is ${publicKey}
`
  if (key === undefined)
    return `${shown}Compare the key with that site, then run: npm run bundles -- add ${url} ${publicKey}\n`
  if (key !== publicKey) throw new Error(`${shown}This is not the key that you gave. Nothing was changed.`)
  const row = { address, title, origin_name: originName, origin_url: originUrl, public_key: publicKey }
  const created = await client.from('bundle_subscriptions').insert(row).select('id').single()
  if (created.error?.code === '23505') throw new Error('This site is already subscribed to it.')
  const { data } = throwOnError(created)
  const id = data?.id ?? ''
  await reader.update(id)
  return `${shown}Subscribed as ${id}.\n`
}

async function refresh(client: Client, reader: Reader, id: string | undefined): Promise<string> {
  const subscriptions = await readSubscriptions(client)
  const wanted = id === undefined ? subscriptions : subscriptions.filter((subscription) => subscription.id === id)
  if (id !== undefined && wanted.length === 0) throw new Error('There is no subscription with this id.')
  const lines: string[] = []
  for (const { id: each, title } of wanted) {
    const failure = await reader.update(each).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    lines.push(`${title}: ${failure ?? 'updated'}\n`)
  }
  return lines.join('')
}

async function remove(client: Client, id: string): Promise<string> {
  const subscription = (await readSubscriptions(client)).find((each) => each.id === id)
  if (!subscription) throw new Error('There is no subscription with this id.')
  throwOnError(await client.from('bundle_subscriptions').delete().eq('id', id))
  return `Removed ${subscription.title} with its ${formatCount(subscription.spot_count, 'spot')}.\n`
}
