import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { TEST_KEYS } from '../../../../backend/src/storage/test/test-storage.ts'
import { createTestApp, signIn, signUp, type TestApp } from '../../../../supabase/tests/test-app.ts'
import { findResource } from '../../resources/resources.ts'
import { createBundleReader } from '../bundle-updates.ts'
import { deriveInstanceKey, digestText, toSignedMessage } from '../instance-key.ts'

export const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' }

/** The response of a hostile or broken origin to a path, or undefined for the real one. */
type Forged = (path: string) => Response | undefined

export type BundleSites = Awaited<ReturnType<typeof createBundleSites>>

/**
 * Creates two sites. The origin publishes Turin with two public spots. The administrator of the other site subscribes
 * to it over HTTP, and one of that site's own spots has the same id as a spot of the origin.
 */
export async function createBundleSites() {
  const [origin, here] = [await createTestApp(), await createTestApp()]
  await fillOrigin(origin)
  await addTurin(here)
  const published = await publish(origin)
  const { siteUrl } = published
  const admin = await createAdmin(here)
  const open = (policy = { allowsLoopback: true, allowsPrivate: false }) =>
    createBundleReader(policy, () => here.server())
  const listHere = () =>
    here.owner<{ id: string; title: string; status: string }[]>`
      select id, title, status from public.spots order by title, id`

  /** Subscribes to Turin and imports its bundle. Returns the id of the subscription. */
  async function subscribe(): Promise<string> {
    const { address, title, originName, originUrl, publicKey } = await open().preview(`${siteUrl}/city/turin`)
    const { data, error } = await admin.client
      .from('bundle_subscriptions')
      .insert({ address, title, origin_name: originName, origin_url: originUrl, public_key: publicKey })
      .select('id')
      .single()
    if (error) throw error
    await open().update(data.id)
    return data.id
  }

  return {
    ...{ origin, here, admin, ...published, ...createForgery(siteUrl), open, subscribe, listHere },
    unsubscribe: (id: string) => admin.client.from('bundle_subscriptions').delete().eq('id', id),
    titlesHere: async () => (await listHere()).map(({ title }) => title),
    /** Ends all subscriptions and lets the origin respond as usual again. */
    async reset() {
      await here.owner`delete from public.bundle_subscriptions`
      published.respondWith(undefined)
      published.statuses.length = 0
    },
    async [Symbol.asyncDispose]() {
      published.close()
      await origin[Symbol.asyncDispose]()
      await here[Symbol.asyncDispose]()
    },
  }
}

async function addTurin({ owner }: TestApp): Promise<void> {
  await owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat, population)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 7.68, 45.07, 900000) on conflict do nothing`
}

async function fillOrigin(origin: TestApp): Promise<void> {
  await addTurin(origin)
  const { id } = await signUp(origin, 'mara@example.org')
  await origin.owner`insert into public.users (id, username) values (${id}, 'mara') on conflict (id) do update set username = 'mara'`
  await origin.owner`insert into public.spots (id, title, category, tags, description, lng, lat, visibility, status, author_id)
    values ('originmill22', 'Old mill', 'ruin', '{old}', 'Wheel.<script>alert(1)</script>', 7.7, 45.05, 'public', 'published', ${id}),
      ('origintower2', 'Tower', 'castle', '{}', '', 7.71, 45.06, 'public', 'closed', ${id}),
      ('originhidden', 'Hidden', 'castle', '{}', '', 7.71, 45.06, 'private', 'published', ${id}),
      ('originmember', 'For members', 'castle', '{}', '', 7.71, 45.06, 'members', 'published', ${id})`
}

/** Serves the origin over HTTP. `statuses` collects the statuses of its responses. */
async function publish(origin: TestApp) {
  let forged: Forged | undefined
  const statuses: number[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = new Request(siteUrl + incoming.url, { headers: incoming.headers as Record<string, string> })
    const response =
      forged?.(incoming.url ?? '') ??
      (await findResource(request, createSettings(origin, siteUrl))?.()) ??
      Response.error()
    statuses.push(response.status)
    outgoing
      .writeHead(response.status, Object.fromEntries(response.headers))
      .end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ siteUrl, statuses, close: () => server.close() },
    respondWith: (response: Forged | undefined) => {
      forged = response
    },
    respondWithBundle: (text: string) => {
      forged = (path) => (path.startsWith('/bundles/') ? new Response(text) : undefined)
    },
  }
}

function createSettings(app: TestApp, siteUrl: string): ServerSettings {
  return {
    ...{ siteUrl, supabaseUrl: 'http://hereabouts.test', publishableKey: TEST_KEYS.publishableKey },
    ...{ secretKey: TEST_KEYS.secretKey, backendFetch: app.fetch, config: { baseUrl: '/' } },
  } as ServerSettings
}

async function createAdmin(here: TestApp) {
  const admin = await signUp(here, 'admin@example.org')
  await here.owner`update auth.users set raw_app_meta_data = '{"role":"admin"}' where id = ${admin.id}`
  await signIn(admin.client, 'admin@example.org')
  await here.owner`insert into public.spots (id, title, category, lng, lat, visibility, status, author_id)
    values ('originmill22', 'Local mill', 'ruin', 7.7, 45.05, 'public', 'published', ${admin.id})`
  return admin
}

/** Functions that write bundles as a hostile site could: any lines, signed by any key. */
function createForgery(siteUrl: string) {
  const cityUrl = `${siteUrl}/bundles/city/turin.ndjson`
  return {
    cityUrl,
    forge(lines: object[], { key = deriveInstanceKey(TEST_KEYS.secretKey), count = lines.length - 1 } = {}): string {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      const sha256 = digestText(text)
      const signature = key.sign(toSignedMessage(cityUrl, sha256))
      return `${text}${JSON.stringify({ end: { spots: count, sha256, signature } })}\n`
    },
    headOf: (overrides: object = {}) => ({
      ...{
        bundle: 1,
        address: cityUrl,
        title: 'Turin, Italy',
        origin: { name: 'There', url: siteUrl },
        license: LICENSE,
      },
      ...overrides,
    }),
    spotOf: (id: string, overrides: object = {}) => ({
      ...{ id, url: `${siteUrl}/spot/${id}`, title: 'Forged', category: 'ruin', tags: [], description: '' },
      ...{ lng: 7.7, lat: 45, precision: 'exact', address: null, website: null, access: 'free', status: 'published' },
      ...{ author: null, license: LICENSE, photos: [], ...overrides },
    }),
  }
}
