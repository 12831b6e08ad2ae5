/** A JSON Schema. */
export type Schema = Record<string, unknown>

/** An object with exactly these keys. */
const keys = (...names: string[]): Schema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  additionalProperties: false,
})
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const COUNT = { type: 'integer', minimum: 0 }

const listOf = (items: Schema): Schema => ({ type: 'array', items })
/** A spot as lists show it. */
const CARD: Schema = {
  type: 'object',
  required: ['id', 'title', 'category', 'lng', 'lat', 'status', 'visibility'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    category: { type: 'string' },
    lng: { type: 'number', minimum: -180, maximum: 180 },
    lat: { type: 'number', minimum: -90, maximum: 90 },
    status: { type: 'string' },
    visibility: { type: 'string' },
  },
}
const FOUND_LIST = keys('id', 'kind', 'title', 'changed')
const EXPLORE_VIEW: Schema = {
  ...keys('clusters', 'total', 'spots', 'cursor', 'version'),
  properties: {
    clusters: listOf({ type: 'object' }),
    total: keys('n', 'exact'),
    spots: listOf(CARD),
    cursor: {},
    version: {},
  },
}

/**
 * The results of functions that return JSON, whose shape PostgreSQL does not know. A test compares them with real
 * results.
 */
export const RESULTS: Record<string, Schema> = {
  home_page: keys('best', 'posts', 'newest', 'numbers', 'featured', 'categories'),
  explore_view: EXPLORE_VIEW,
  explore_page: {
    ...keys('view', 'origin', 'nearest'),
    properties: { view: EXPLORE_VIEW, origin: {}, nearest: {} },
  },
  suggest: listOf({
    type: 'object',
    required: ['type'],
    properties: { type: { enum: ['spot', 'city', 'region', 'category', 'tag', 'story'] } },
  }),
  list_nearby_duplicates: listOf({ allOf: [CARD, { required: ['distance_meters', 'similarity'] }] }),
  spot_page: orNull({
    type: 'object',
    required: ['spot', 'exact_point', 'author', 'city', 'photos', 'reviews', 'comments', 'nearby', 'history', 'viewer'],
    properties: { spot: CARD, photos: listOf({ type: 'object' }) },
  }),
  city_page: orNull({
    type: 'object',
    required: ['city', 'spot_count', 'member_count', 'categories', 'best', 'newest', 'posts', 'contributors'],
    properties: { spot_count: COUNT, member_count: COUNT, best: listOf(CARD), newest: listOf(CARD) },
  }),
  list_page: orNull({
    type: 'object',
    required: ['list', 'author', 'items', 'item_count', 'role', 'members'],
    properties: { item_count: COUNT, items: listOf({ type: 'object' }) },
  }),
  post_page: orNull({ type: 'object', required: ['post', 'city', 'spots', 'comments', 'viewer'] }),
  find_nearest_city: orNull(keys('slug', 'name', 'country_code', 'country_name')),
  account_page: { type: 'object', required: ['user', 'numbers', 'spots', 'been', 'posts', 'reviews', 'unread_count'] },
  own_lists: listOf(
    keys('id', 'kind', 'title', 'author', 'covers', 'is_shared', 'item_count', 'updated_at', 'visibility'),
  ),
  save_chooser: keys('lists', 'last_used'),
  notifications_page: keys('counts', 'latest', 'has_more', 'time_zone', 'notifications'),
  notification_settings: keys('topics', 'time_zone', 'digest_hour', 'has_chosen_zone'),
  feed_page: keys('today', 'cursor', 'entries', 'follows', 'time_zone', 'suggestions'),
  mark_spot: { ...keys('been_count', 'save_count'), properties: { been_count: COUNT, save_count: COUNT } },
  submit_spot: keys('id', 'slug', 'status'),
  update_spot: keys('id', 'slug', 'status'),
  save_spot: orNull(FOUND_LIST),
  set_on_list: FOUND_LIST,
  create_list: keys('id', 'kind', 'title'),
  copy_list: keys('id', 'title', 'left_out'),
  invite_to_list: keys('id', 'token', 'max_uses', 'expires_at'),
  create_personal_token: keys('id', 'name', 'scopes', 'expires_at', 'token'),
}
