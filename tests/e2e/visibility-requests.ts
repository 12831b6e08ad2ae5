import type { Viewer } from '../../supabase/tests/visibility-rule.ts'
import { PHOTO_FILE, PLACE, type Subject } from './hidden-subject.ts'
import { SEED_CITY, SEED_POST_SLUG } from './seed.ts'

/** A request that a viewer makes. */
export interface VisibilityRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The URLs that viewers signed while the photo was public, by subject. */
export type SignedPaths = Record<string, string>

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'SITE' }
const JSON_BODY = { 'content-type': 'application/json' }
/** All conditional headers that a cache or a curious client may send. `ETAG` is that of the stored file. */
const CONDITIONS: Record<string, Record<string, string>> = {
  'its ETag': { 'if-none-match': 'ETAG' },
  'any ETag': { 'if-none-match': '*' },
  'a date': { 'if-modified-since': 'Wed, 01 Jan 2200 00:00:00 GMT' },
  'a range': { range: 'bytes=0-9' },
  'a range of its ETag': { range: 'bytes=0-9', 'if-range': 'ETAG' },
  'a range past the end': { range: 'bytes=99999999-' },
}

/** Lists the pages and generated files of a spot or story, by pattern of `routes.ts` or `resources.ts`. */
function listPages(subject: Subject, link: (secret: string) => string): Record<string, string> {
  const [ofSpot, ofStory] = [link(subject.spotLink), link(subject.storyLink)]
  return {
    'spot/:id': `/spot/${subject.spot}${ofSpot}`,
    'spot/:id as data': `/spot/${subject.spot}.data${ofSpot}`,
    'spot/:id in capitals': `/Spot/${subject.spot}/${ofSpot}`,
    'spot/:id with a dialog': `/spot/${subject.spot}?do=review${ofSpot.replace('?', '&')}`,
    'spot/:id/edit': `/spot/${subject.spot}/edit${ofSpot}`,
    'spot/:id/edit as data': `/spot/${subject.spot}/edit.data${ofSpot}`,
    'spot/:id/history': `/spot/${subject.spot}/history${ofSpot}`,
    'spot/:id/history as data': `/spot/${subject.spot}/history.data${ofSpot}`,
    'spot/:id/suggest': `/spot/${subject.spot}/suggest${ofSpot}`,
    'spot/:id/suggest as data': `/spot/${subject.spot}/suggest.data${ofSpot}`,
    'spot/:id/suggestions/:number?': `/spot/${subject.spot}/suggestions${ofSpot}`,
    'spot/:id/suggestions/:number? as data': `/spot/${subject.spot}/suggestions.data${ofSpot}`,
    'spot/:id/merge': `/spot/${subject.spot}/merge${ofSpot}`,
    'spot/:id/merge as data': `/spot/${subject.spot}/merge.data${ofSpot}`,
    'explore of its list': `/explore?list=${subject.list}`,
    'explore of its list as data': `/explore.data?list=${subject.list}`,
    'post/:slug': `/post/${subject.slug}${ofStory}`,
    'post/:slug as data': `/post/${subject.slug}.data${ofStory}`,
    'post/:slug/history': `/post/${subject.slug}/history${ofStory}`,
    'post/:slug/history as data': `/post/${subject.slug}/history.data${ofStory}`,
    'post/:slug/edit': `/post/${subject.slug}/edit${ofStory}`,
    'post/:slug/edit as data': `/post/${subject.slug}/edit.data${ofStory}`,
    'spot/:id.:format geojson': `/spot/${subject.spot}.geojson${ofSpot}`,
    'spot/:id.:format gpx': `/spot/${subject.spot}.gpx${ofSpot}`,
    'spot/:id.:format kml': `/spot/${subject.spot}.kml${ofSpot}`,
    'spot/:id.:format kmz': `/spot/${subject.spot}.kmz${ofSpot}`,
    'spot/:id.:format csv': `/spot/${subject.spot}.csv${ofSpot}`,
    'post/:slug.:format': `/post/${subject.slug}.geojson${ofStory}`,
    'feeds/spots.:format of its list': `/feeds/spots.json?list=${subject.list}`,
    'bundles/:kind/:id.ndjson of its list': `/bundles/list/${subject.list}.ndjson`,
    'explore.:format of its list': `/explore.geojson?list=${subject.list}`,
    'cover/:id/:format/:file': `/cover/${subject.spot}/wide/day.svg${ofSpot}`,
    'cover/:id/wide/day.png': `/cover/${subject.spot}/wide/day.png${ofSpot}`,
    'photo/:photoId/card.jpg': `/photo/${subject.photo}/card.jpg${ofSpot}`,
    'photo/:photoId/:file': `/photo/${subject.photo}/${PHOTO_FILE}${ofSpot}`,
  }
}

/** Lists the requests to the storage service that read, sign, list or change the file of a photo. */
function listStorageRequests({ folder }: Subject): Record<string, VisibilityRequest> {
  const key = `photos/${folder}/${PHOTO_FILE}`
  const post = (path: string, body: unknown) => ({
    method: 'POST',
    path: `/storage/v1/object/${path}`,
    headers: JSON_BODY,
    body: JSON.stringify(body),
  })
  const of = (action: string) => ({ path: `/storage/v1/${action}/${key}` })
  return {
    'storage: file': of('object'),
    'storage: file for members': of('object/authenticated'),
    'storage: file in public': of('object/public'),
    'storage: info': of('object/info'),
    'storage: info for members': of('object/info/authenticated'),
    'storage: info in public': of('object/info/public'),
    'storage: image': of('render/image/authenticated'),
    'storage: image in public': of('render/image/public'),
    'storage: signed URL': post(`sign/${key}`, { expiresIn: 3600 }),
    'storage: signed URLs': post('sign/photos', { expiresIn: 3600, paths: [`${folder}/${PHOTO_FILE}`] }),
    'storage: list': post('list/photos', { prefix: folder }),
    'storage: list of the second version': post('list-v2/photos', { prefix: `${folder}/` }),
    'storage: copy': post('copy', {
      bucketId: 'photos',
      sourceKey: `${folder}/${PHOTO_FILE}`,
      destinationKey: 'x/copy.webp',
    }),
  }
}

/** Lists the requests that name a subject. Their responses may differ only for viewers who may see it. */
export function listSubjectRequests(
  viewer: Viewer,
  subject: Subject,
  signed: SignedPaths,
): Record<string, VisibilityRequest> {
  const pages = listPages(subject, (secret) => (viewer === 'holder' ? `?link=${secret}` : ''))
  const storage = listStorageRequests(subject)
  const conditional: [string, VisibilityRequest][] = ['photo/:photoId/:file', 'storage: file'].flatMap((name) =>
    Object.entries(CONDITIONS).map(([condition, headers]): [string, VisibilityRequest] => [
      `${name} with ${condition}`,
      { path: pages[name] ?? storage[name]?.path ?? '', headers },
    ]),
  )
  const heads = Object.entries({ ...pages, 'storage: file': storage['storage: file']?.path ?? '' }).map(
    ([name, path]): [string, VisibilityRequest] => [`HEAD of ${name}`, { method: 'HEAD', path }],
  )
  return {
    ...Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, { path }])),
    ...storage,
    ...Object.fromEntries([...conditional, ...heads]),
    ...(signed[subject.spot] && { 'storage: a URL that was signed earlier': { path: signed[subject.spot] ?? '' } }),
    'rest: rows': {
      path: `/rest/v1/spots?select=*,photos(*)&id=eq.${subject.spot}`,
      headers: { prefer: 'count=exact' },
    },
    'comment form': {
      method: 'POST',
      path: pages['spot/:id as data'] ?? '',
      headers: FORM,
      body: 'intent=comment&body=Is+anybody+here',
    },
    'story form': {
      method: 'POST',
      path: pages['post/:slug as data'] ?? '',
      headers: FORM,
      body: 'intent=comment&body=Is+anybody+here',
    },
    'edit form': { method: 'POST', path: pages['spot/:id/edit as data'] ?? '', headers: FORM, body: 'title=' },
  }
}

const BOX = [PLACE.lng - 1, PLACE.lat - 1, PLACE.lng + 1, PLACE.lat + 1].join(',')

/** Requests that list or count. Hidden subjects must not change their responses. */
export const LISTS: Record<string, VisibilityRequest> = {
  '': { path: '/' },
  ' as data': { path: '/_root.data' },
  explore: { path: '/explore' },
  'explore with a query': { path: '/explore?q=hidden+mill' },
  'explore with a tag': { path: '/explore?tag=hiddentag' },
  'explore as data': { path: `/explore.data?lat=${PLACE.lat}&lng=${PLACE.lng}&z=9` },
  'explore/view.json': { path: `/explore/view.json?view=${BOX}&z=9` },
  'explore/view.json with a filter': { path: `/explore/view.json?view=${BOX}&z=9&q=mill&tag=hiddentag` },
  'explore/suggestions.json': { path: '/explore/suggestions.json?q=hidden' },
  'explore/suggestions.json near': { path: `/explore/suggestions.json?q=mill&near=${PLACE.lng},${PLACE.lat}` },
  'submit/addresses.json': { path: '/submit/addresses.json?q=hidden+mill' },
  'explore.:format': { path: `/explore.geojson?view=${BOX}&q=mill&tag=hiddentag` },
  'city/:slug.:format': { path: '/city/turin.csv' },
  'bundles/:kind/:id.ndjson': { path: '/bundles/city/turin.ndjson' },
  'feeds/spots.:format': { path: '/feeds/spots.atom?q=hidden' },
  'feeds/spots.:format of all': { path: '/feeds/spots.json' },
  'feeds/city/:slug.:format': { path: '/feeds/city/turin.json' },
  'feeds/stories.:format': { path: '/feeds/stories.atom' },
  'sitemap.xml': { path: '/sitemap.xml' },
  'sitemaps/:kind.xml': { path: '/sitemaps/spots.xml' },
  'sitemaps/:kind.xml of lists': { path: '/sitemaps/lists.xml' },
  'explore/opensearch.json': { path: '/explore/opensearch.json?q=hidden' },
  'city/:name': { path: '/city/turin' },
  'city/:name as data': { path: '/city/turin.data' },
  'city/:name with a category': { path: '/city/turin?kind=castle' },
  'city/:name elsewhere': { path: `/city/${SEED_CITY}` },
  'post/:slug that names it': { path: `/post/${SEED_POST_SLUG}` },
  'post/:slug that names it, as data': { path: `/post/${SEED_POST_SLUG}.data` },
  account: { path: '/account' },
  'account as data': { path: '/account.data' },
  'account/moderation': { path: '/account/moderation' },
  'account/moderation as data': { path: '/account/moderation.data' },
  'account/moderation/reports': { path: '/account/moderation/reports' },
  'account/moderation/suggestions': { path: '/account/moderation/suggestions' },
  'account/moderation/members': { path: '/account/moderation/members' },
  'account/moderation/log': { path: '/account/moderation/log' },
  'account/moderation/log.csv': { path: '/account/moderation/log.csv' },
  'storage: buckets': { path: '/storage/v1/bucket' },
  'storage: folders': {
    method: 'POST',
    path: '/storage/v1/object/list/photos',
    headers: JSON_BODY,
    body: JSON.stringify({ prefix: '' }),
  },
  'rest: count': { method: 'HEAD', path: '/rest/v1/spots?select=id', headers: { prefer: 'count=exact' } },
}

/**
 * Routes and functions of `supabase/functions` whose responses contain no content of members that depends on the
 * viewer, with the reason.
 */
export const UNRELATED: Record<string, string> = {
  about: 'the same for everyone',
  'account.:format': 'the own spots',
  '.well-known/hereabouts.json': 'the public key of the site',
  'robots.txt': 'the same for everyone',
  'opensearch.xml': 'the same for everyone',
  'site.webmanifest': 'the same for everyone',
  submit: 'an empty form',
  'submit/photos': 'uploads',
  'account/settings': 'the own account',
  'account/settings/import': 'own files and imports',
  'account/settings/import.csv': 'own imports',
  'account/settings/export.json': 'the own content',
  'account/settings/export.zip': 'the own content',
  'account/apps': 'the own account',
  'account/lists': 'forms that lead to the own lists',
  'account/follow': 'a form about members, cities and lists',
  'account/moderation/settings': 'for administrators, the settings of the instance',
  'account/moderation/bundles': 'for administrators, addresses and titles of bundles of other sites',
  'account/moderation/webhooks': 'for administrators, addresses and events without content',
  unsubscribe: 'the own settings of emails',
  'debug-seed': 'for moderators of a demo',
  'debug-seed/run': 'for moderators of a demo',
  'auth/login': 'the same for everyone',
  'auth/signup': 'the same for everyone',
  'oauth/consent': 'the own account',
  'static-map/:place/:size/:theme.svg': 'the base map, the same for everyone',
  'category-icon/:category.svg': 'the same for everyone',
  'qr.svg': 'only the address that it was asked for',
  'card/:kind/:id.png': 'what visitors may see, for every viewer: web/server/resources/card.test.ts',
  'embed/:kind/:id': 'what visitors may see, for every viewer: tests/e2e/journeys/embeds.spec.ts',
  'embed/:kind': 'as above',
  oembed: 'as above',
  'openapi.json': 'the same for everyone',
  'image-card': 'what visitors may see, for every viewer',
  digest: 'for the secret key only',
  webhook: 'for the secret key only',
}
