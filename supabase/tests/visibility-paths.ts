import type { People } from './people.ts'

/** What the statements of the matrix name. The spot may or may not exist. */
export interface MatrixIds {
  spot: string
  photo: string
  comment: string
  review: string
  revision: number
  list: string
  post: string
  postSlug: string
  /** A story that is as visible as the spot. */
  story: string
  storySlug: string
  city: string
  file: string
  people: People['ids']
}

/** A way to read, count or write. */
export interface Path {
  /** The statement, run as the viewer. Its rows or its error is what the viewer learns. */
  sql: (ids: MatrixIds) => string
  /** The subject of a path that no spot can influence for any viewer. */
  about?: string
  /** True for reports: moderators read them whatever they are about. They contain nothing of the spot. */
  isReport?: true
}

const all = (table: string, order = 'id') => ({ sql: () => `select * from public.${table} order by ${order}` })
const noSpots = (table: string, about: string) => ({ sql: () => `select count(*) from public.${table}`, about })
const call = (expression: (ids: MatrixIds) => string) => ({
  sql: (ids: MatrixIds) => `select public.${expression(ids)}`,
})
const quote = (text: string) => `'${text}'`
const BOX = '7, 44, 9, 46, 12'

/** The tables and views of the API, by name. */
export const TABLES: Record<string, Path> = {
  account_deletions: noSpots('account_deletions', 'the own account'),
  categories: noSpots('categories', 'the fixed categories'),
  cities: noSpots('cities', 'the cities of the world'),
  comments: all('comments'),
  follows: noSpots('follows', 'members and cities'),
  instance_settings: noSpots('instance_settings', 'the site'),
  links: all('links', 'secret'),
  list_items: all('list_items', 'spot_id, list_id'),
  lists: { sql: () => 'select lists.*, lists.item_count from public.lists order by id' },
  notifications: all('notifications'),
  page_views: noSpots('page_views', 'counted paths, for moderators'),
  photos: all('photos'),
  post_spots: all('post_spots', 'spot_id, post_id'),
  posts: { ...all('posts'), sql: () => 'select id, slug, title, comment_count from public.posts order by id' },
  profiles: noSpots('profiles', 'the public part of accounts'),
  reports: { ...all('reports'), isReport: true },
  reviews: all('reviews'),
  revisions: all('revisions'),
  spot_exact_points: all('spot_exact_points', 'spot_id'),
  spots: all('spots'),
  users: noSpots('users', 'the own account, or all for moderators'),
}

/** The functions of the API, by name. */
export const FUNCTIONS: Record<string, Path> = {
  account_page: call(() => 'account_page()'),
  approve_post: call(({ story }) => `approve_post('${story}')`),
  approve_spot: call(({ spot }) => `approve_spot('${spot}')`),
  cancel_account_deletion: { ...call(() => 'cancel_account_deletion()'), about: 'the own account' },
  check_username: { ...call(() => "check_username('Someone new')"), about: 'usernames' },
  city_page: call(({ city }) => `city_page('${city}')`),
  close_spot: call(({ spot }) => `close_spot('${spot}')`),
  confirm_spot: call(({ spot }) => `confirm_spot('${spot}')`),
  delete_other_sessions: { ...call(() => 'delete_other_sessions()'), about: 'the own sessions' },
  delete_session: { ...call(({ comment }) => `delete_session('${comment}')`), about: 'the own sessions' },
  delete_spot: call(({ spot }) => `delete_spot('${spot}')`),
  explore_page: call(() => `explore_page(${BOX})`),
  explore_start: call(() => 'explore_start(800, 600)'),
  explore_view: call(() => `explore_view(${BOX})`),
  find_nearest_city: { ...call(() => 'find_nearest_city(7.7, 45)'), about: 'the cities of the world' },
  has_password: { ...call(() => 'has_password()'), about: 'the own account' },
  home_page: call(() => 'home_page()'),
  item_count: { sql: () => 'select id, public.item_count(lists) from public.lists order by id' },
  list_nearby_duplicates: call(() => "list_nearby_duplicates(7.7, 45, 'hidden mill')"),
  list_nearest_spots: call(() => 'list_nearest_spots(7.7, 45)'),
  list_own_sessions: { ...call(() => 'list_own_sessions()'), about: 'the own sessions' },
  list_webhook_deliveries: { ...call(() => 'list_webhook_deliveries()'), about: 'webhooks of the site' },
  mark_spot: call(({ spot }) => `mark_spot('${spot}', 'want', true)`),
  moderation_queue: { ...call(() => 'moderation_queue()'), isReport: true },
  post_page: call(({ postSlug }) => `post_page('${postSlug}')`),
  remove_post: call(({ story }) => `remove_post('${story}', 'Spam')`),
  remove_spot: call(({ spot }) => `remove_spot('${spot}', 'Spam')`),
  request_account_deletion: { ...call(() => 'request_account_deletion(true)'), about: 'the own account' },
  resend_webhook_delivery: { ...call(() => 'resend_webhook_delivery(1)'), about: 'webhooks of the site' },
  restore_revision: call(({ revision }) => `restore_revision(${revision})`),
  spot_page: call(({ spot }) => `spot_page('${spot}')`),
  submit_spot: {
    ...call(({ photo }) => `submit_spot(gen_random_uuid(), '{"title":"New","category":"castle"}', '{${photo}}')`),
    about: 'a new spot',
  },
  suggest: call(() => "suggest('hidden')"),
  update_spot: call(({ spot }) => `update_spot('${spot}', '{"title":"Mine now"}')`),
}

const insert = (table: string, fields: (ids: MatrixIds) => Record<string, string>) => ({
  sql: (ids: MatrixIds) => {
    const entries = Object.entries(fields(ids))
    return `insert into public.${table} (${entries.map(([name]) => name)}) values (${entries.map(([, value]) => value)}) returning true`
  },
})

/** Counts, files, and writes whose outcome could tell a hidden row from none. */
export const MORE: Record<string, Path> = {
  'number of spots': { sql: () => 'select count(*) from public.spots' },
  'number of spots with a word': { sql: () => "select count(*) from public.spots where description like '%needle%'" },
  'number of photos by spot': { sql: () => 'select spot_id, count(*) from public.photos group by spot_id order by 1' },
  'photo files': { sql: () => "select name from storage.objects where bucket_id = 'photos' order by name" },
  'page of the story': call(({ storySlug }) => `post_page('${storySlug}')`),
  'number of stories': { sql: () => 'select count(*) from public.posts' },
  'number of lists': { sql: () => 'select count(*) from public.lists' },
  'comment on the story': insert('comments', ({ story }) => ({ post_id: quote(story), body: "'Nice'" })),
  'report of the story': insert('reports', ({ story }) => ({ post_id: quote(story), reason: "'wrong'" })),
  'deletion of the story': { sql: ({ story }) => `delete from public.posts where id = '${story}' returning id` },
  'comment on the spot': insert('comments', ({ spot }) => ({ spot_id: quote(spot), body: "'Nice'" })),
  'reply to its comment': insert('comments', ({ spot, comment }) => ({
    spot_id: quote(spot),
    parent_id: quote(comment),
    body: "'Me too'",
  })),
  'review of the spot': insert('reviews', ({ spot }) => ({ spot_id: quote(spot), rating: '5' })),
  'review of the spot, duplicates ignored': {
    sql: ({ spot }) =>
      `insert into public.reviews (spot_id, rating) values ('${spot}', 5) on conflict do nothing returning true`,
  },
  'place on a list': insert('list_items', ({ spot, list }) => ({ list_id: quote(list), spot_id: quote(spot) })),
  'place in a story': insert('post_spots', ({ spot, post }) => ({ post_id: quote(post), spot_id: quote(spot) })),
  'report of the spot': insert('reports', ({ spot }) => ({ spot_id: quote(spot), reason: "'wrong'" })),
  'report of its photo': insert('reports', ({ photo }) => ({ photo_id: quote(photo), reason: "'wrong'" })),
  'report of its comment': insert('reports', ({ comment }) => ({ comment_id: quote(comment), reason: "'wrong'" })),
  'report of its review': insert('reports', ({ review }) => ({ review_id: quote(review), reason: "'wrong'" })),
  'photo for the spot': insert('photos', ({ spot, people }) => ({
    spot_id: quote(spot),
    storage_path: quote(`${people.stranger}/new`),
    width: '1',
    height: '1',
  })),
  'exact point of the spot': insert('spot_exact_points', ({ spot }) => ({ spot_id: quote(spot), lng: '1', lat: '1' })),
  'change of the spot': {
    sql: ({ spot }) => `update public.spots set title = 'Mine' where id = '${spot}' returning id`,
  },
  'deletion of the spot': { sql: ({ spot }) => `delete from public.spots where id = '${spot}' returning id` },
  'deletion of its comment': {
    sql: ({ comment }) => `delete from public.comments where id = '${comment}' returning id`,
  },
  'deletion of its review': { sql: ({ review }) => `delete from public.reviews where id = '${review}' returning id` },
  'deletion of its photo': { sql: ({ photo }) => `delete from public.photos where id = '${photo}' returning id` },
  'a new spot of the same title': {
    sql: ({ people }) =>
      `insert into public.spots (title, category, lng, lat, author_id) values ('Hidden mill', 'castle', 7.7, 45, '${people.stranger}') returning true`,
    about: 'a new spot',
  },
}
