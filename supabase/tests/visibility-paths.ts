import type { People } from './people.ts'

/** The ids of a spot, which may or may not exist, and of everything that belongs to it. */
export interface Subject {
  spot: string
  /** The id of a spot that was merged into this one. */
  mergedSpot: string
  photo: string
  comment: string
  review: string
  revision: number
  suggestion: number
  /** A list that is as visible as the spot. */
  hiddenList: string
  /** A story that is as visible as the spot. */
  story: string
  storySlug: string
  fileName: string
}

/** The ids in the statements of the matrix. */
export interface MatrixIds extends Subject {
  /** A spot that everyone may see, far from the other. */
  visibleSpot: string
  list: string
  post: string
  postSlug: string
  city: string
  people: People['ids']
}

/** A way to read, count or write. */
export interface Path {
  /** The statement, run as the viewer. Its rows or its error is all that the viewer can observe. */
  sql: (ids: MatrixIds) => string
  /** Describes what a path returns that no spot can influence, for any viewer. */
  about?: string
  /** True for reports, which moderators may read whatever they are about. They contain no data of the spot. */
  isReport?: true
}

const all = (table: string, order = 'id') => ({ sql: () => `select * from public.${table} order by ${order}` })
const noSpots = (table: string, about: string) => ({ sql: () => `select count(*) from public.${table}`, about })
/** A path that calls a function of the API. */
export const call = (expression: (ids: MatrixIds) => string) => ({
  sql: (ids: MatrixIds) => `select public.${expression(ids)}`,
})
export const quote = (text: string) => `'${text}'`
const BOX = '7, 44, 9, 46, 12'

/** The tables and views of the API, by name. */
export const TABLES: Record<string, Path> = {
  account_deletions: noSpots('account_deletions', 'the own account'),
  blocks: noSpots('blocks', 'members'),
  bundle_spots: { sql: () => 'select spot_id, url, author, license_name from public.bundle_spots order by spot_id' },
  bundle_subscriptions: {
    sql: () => 'select id, title, origin_name from public.bundle_subscriptions order by id',
    about: 'sites with bundles',
  },
  categories: noSpots('categories', 'the fixed categories'),
  cities: noSpots('cities', 'the cities of the world'),
  city_names: noSpots('city_names', 'the cities of the world'),
  comments: all('comments'),
  data_exports: noSpots('data_exports', 'own exports'),
  follows: noSpots('follows', 'members, cities and lists'),
  instance_settings: noSpots('instance_settings', 'the site'),
  invitations: { sql: () => 'select count(id) from public.invitations', about: 'invitations to join' },
  imports: noSpots('imports', 'own imports'),
  import_photos: noSpots('import_photos', 'own imports'),
  import_records: noSpots('import_records', 'own imports'),
  import_rows: noSpots('import_rows', 'own imports'),
  links: all('links', 'secret'),
  list_changes: all('list_changes'),
  list_invitations: { sql: () => 'select id, list_id, role, use_count from public.list_invitations order by id' },
  list_items: all('list_items', 'spot_id, list_id'),
  list_members: all('list_members', 'list_id, member_id'),
  lists: { sql: () => 'select lists.*, lists.item_count from public.lists order by id' },
  mail_schedules: noSpots('mail_schedules', 'the own mails'),
  notification_preferences: noSpots('notification_preferences', 'the own notifications'),
  moderation_items: all('moderation_items'),
  notifications: all('notifications'),
  page_views: noSpots('page_views', 'counted paths, for moderators'),
  photos: all('photos'),
  post_drafts: noSpots('post_drafts', 'own drafts'),
  post_spots: all('post_spots', 'spot_id, post_id'),
  posts: { ...all('posts'), sql: () => 'select id, slug, title, comment_count from public.posts order by id' },
  profiles: noSpots('profiles', 'the public part of accounts'),
  reports: { ...all('reports'), isReport: true },
  reviews: all('reviews'),
  revisions: all('revisions'),
  spot_exact_points: all('spot_exact_points', 'spot_id'),
  spot_files: all('spot_files', 'spot_id'),
  spot_sources: all('spot_sources', 'spot_id'),
  spot_redirects: all('spot_redirects', 'old_id'),
  spots: all('spots'),
  suggestions: all('suggestions'),
  users: noSpots('users', 'the own account, or all for moderators'),
}

/** The functions of the API, by name. */
export const FUNCTIONS: Record<string, Path> = {
  account_page: call(() => 'account_page()'),
  approve_post: call(({ story }) => `approve_post('${story}')`),
  approve_spot: call(({ spot }) => `approve_spot('${spot}')`),
  ask_author: call(({ spot }) => `ask_author('spot', '${spot}', 'Which floor?')`),
  add_import_photos: { ...call(() => "add_import_photos(gen_random_uuid(), '[]')"), about: 'own imports' },
  describe_import_result: { ...call(() => 'describe_import_result(gen_random_uuid())'), about: 'own imports' },
  leave_out_import_photos: {
    ...call(() => "leave_out_import_photos(gen_random_uuid(), array[1], 'x')"),
    about: 'own imports',
  },
  note_import_picture: { ...call(() => "note_import_picture(gen_random_uuid(), 1, '')"), about: 'own imports' },
  store_import_photo: { ...call(() => "store_import_photo(gen_random_uuid(), 1, '{}')"), about: 'own imports' },
  add_import_records: { ...call(() => "add_import_records(gen_random_uuid(), '[]')"), about: 'own imports' },
  add_import_rows: { ...call(() => "add_import_rows(gen_random_uuid(), '[]')"), about: 'own imports' },
  count_import_rows: { ...call(() => 'count_import_rows(gen_random_uuid())'), about: 'own imports' },
  match_import_rows: call(
    ({ spot }) =>
      `match_import_rows((select jsonb_agg(jsonb_build_object('number', 1, 'title', title, 'lng', lng, 'lat', lat))
        from public.spots where id = '${spot}'))`,
  ),
  describe_import: { ...call(() => 'describe_import(gen_random_uuid())'), about: 'own imports' },
  discard_import: { ...call(() => 'discard_import(gen_random_uuid())'), about: 'own imports' },
  place_import_row: { ...call(() => 'place_import_row(gen_random_uuid(), 1)'), about: 'own imports' },
  set_import_status: { ...call(() => "set_import_status(gen_random_uuid(), 'paused')"), about: 'own imports' },
  start_data_export: { ...call(() => 'start_data_export() is not null'), about: 'own exports' },
  start_import: { ...call(() => "start_import('x', 5) is not null"), about: 'own imports' },
  undo_import: { ...call(() => 'undo_import(gen_random_uuid())'), about: 'own imports' },
  cancel_account_deletion: { ...call(() => 'cancel_account_deletion()'), about: 'the own account' },
  check_username: { ...call(() => "check_username('Someone new')"), about: 'usernames' },
  claim_administrator: { ...call(() => "claim_administrator('nonsense')"), about: 'the own account' },
  city_page: call(({ city }) => `city_page('${city}')`),
  close_spot: call(({ spot }) => `close_spot('${spot}')`),
  confirm_spot: call(({ spot }) => `confirm_spot('${spot}')`),
  copy_list: call(({ hiddenList }) => `copy_list('${hiddenList}')`),
  create_list: call(({ spot }) => `create_list('New', spot => '${spot}')`),
  delete_list: call(({ hiddenList }) => `delete_list('${hiddenList}')`),
  create_invitation: { ...call(() => 'create_invitation()'), about: 'invitations to join' },
  create_personal_token: { ...call(() => "create_personal_token('Script')"), about: 'own tokens' },
  decide_suggestion: call(({ suggestion }) => `decide_suggestion(${suggestion}, '{"title":"accept"}')`),
  count_moderation: call(() => 'count_moderation()'),
  decide: call(({ spot }) => `decide('spot', '${spot}', 'removed', 'Spam')`),
  move_reported: call(({ review, spot }) => `move_reported('review', '${review}', '${spot}')`),
  delete_comment: { ...call(({ comment }) => `delete_comment('${comment}')`), about: 'own comments' },
  delete_other_sessions: { ...call(() => 'delete_other_sessions()'), about: 'the own sessions' },
  delete_review: { ...call(({ review }) => `delete_review('${review}')`), about: 'own reviews' },
  delete_session: { ...call(({ comment }) => `delete_session('${comment}')`), about: 'the own sessions' },
  delete_spot: call(({ spot }) => `delete_spot('${spot}')`),
  explore_member_page: call(() => `explore_member_page('author', ${BOX})`),
  explore_member_start: call(() => "explore_member_start('author', 800, 600)"),
  discussion_page: call(({ spot }) => `discussion_page('${spot}')`),
  explore_page: call(() => `explore_page(${BOX})`),
  explore_start: call(() => 'explore_start(800, 600)'),
  explore_view: call(() => `explore_view(${BOX})`),
  feed_page: call(() => 'feed_page()'),
  find_list_invitation: {
    ...call(() => "find_list_invitation('unknown')"),
    about: 'invitations, by their secret token',
  },
  find_invitation: { ...call(() => "find_invitation('nonsense')"), about: 'invitations to join' },
  find_merged_spot: call(({ mergedSpot }) => `find_merged_spot('${mergedSpot}')`),
  find_spots: { sql: () => "select id from public.find_spots('needle') order by id" },
  find_story_spots: call(() => "find_story_spots('hidden', 7.7, 45)"),
  find_nearest_city: { ...call(() => 'find_nearest_city(7.7, 45)'), about: 'the cities of the world' },
  first_steps: { ...call(() => 'first_steps()'), about: 'the site' },
  initial_status: call(() => 'initial_status()'),
  has_password: { ...call(() => 'has_password()'), about: 'the own account' },
  home_page: call(() => 'home_page()'),
  invite_to_list: call(({ hiddenList }) => `invite_to_list('${hiddenList}', 'editor')`),
  item_count: { sql: () => 'select id, public.item_count(lists) from public.lists order by id' },
  join_list: { ...call(() => "join_list('unknown')"), about: 'invitations, by their secret token' },
  list_moderation_log: call(() => 'list_moderation_log()'),
  list_mention_candidates: call(({ spot }) => `list_mention_candidates('', '${spot}')`),
  list_nearby_duplicates: call(() => "list_nearby_duplicates(7.7, 45, 'hidden mill')"),
  list_nearest_spots: call(() => 'list_nearest_spots(7.7, 45)'),
  list_page: call(({ hiddenList }) => `list_page('${hiddenList}')`),
  list_personal_tokens: { ...call(() => 'list_personal_tokens()'), about: 'own tokens' },
  list_own_sessions: { ...call(() => 'list_own_sessions()'), about: 'the own sessions' },
  list_bundle_subscriptions: { ...call(() => 'list_bundle_subscriptions()'), about: 'subscriptions of the site' },
  list_webhook_deliveries: { ...call(() => 'list_webhook_deliveries()'), about: 'webhooks of the site' },
  mark_notifications_read: call(() => 'mark_notifications_read()'),
  list_stories: call(() => 'list_stories()'),
  mark_spot: call(({ spot }) => `mark_spot('${spot}', 'want', true)`),
  move_list_item: call(({ list, spot }) => `move_list_item('${list}', '${spot}')`),
  merge_page: call(({ spot }) => `merge_page('${spot}')`),
  merge_spots: call(({ spot, visibleSpot }) => `merge_spots('${visibleSpot}', '${spot}')`),
  notification_settings: call(() => 'notification_settings()'),
  notifications_page: call(() => 'notifications_page()'),
  own_lists: call(() => 'own_lists()'),
  people_settings: { ...call(() => 'people_settings()'), about: 'members, cities and lists that the caller follows' },
  post_page: call(({ postSlug }) => `post_page('${postSlug}')`),
  read_unsubscribe: { ...call(() => "read_unsubscribe('x')"), about: 'mails' },
  profile_page: call(() => "profile_page('author')"),
  moderate_member: {
    sql: ({ people }) =>
      `select public.moderate_member('${people.author}', 'warn', 'Please read the rules') ->> 'decided'`,
    about: 'members',
  },
  moderation_members: call(({ people }) => `moderation_members('author', null, '${people.author}')`),
  moderation_reports: call(() => 'moderation_reports()'),
  moderation_waiting: call(() => 'moderation_waiting()'),
  remove_contributions: {
    sql: ({ people }) => `select public.remove_contributions('${people.author}', null, 'Spam') ->> 'count'`,
  },
  remove_post: call(({ story }) => `remove_post('${story}', 'Spam')`),
  remove_spot: call(({ spot }) => `remove_spot('${spot}', 'Spam')`),
  request_account_deletion: { ...call(() => 'request_account_deletion(true)'), about: 'the own account' },
  replace_link: call(({ spot }) => `replace_link('${spot}')`),
  resend_webhook_delivery: { ...call(() => 'resend_webhook_delivery(1)'), about: 'webhooks of the site' },
  restore_list: { ...call(({ hiddenList }) => `restore_list('${hiddenList}')`), about: 'own lists that were deleted' },
  revoke_personal_token: { ...call(() => 'revoke_personal_token(gen_random_uuid())'), about: 'own tokens' },
  revoke_invitation: { ...call(() => 'revoke_invitation(gen_random_uuid())'), about: 'invitations to join' },
  restore_contributions: { ...call(() => 'restore_contributions(1)'), about: 'what moderators have done' },
  restore_revision: call(({ revision }) => `restore_revision(${revision})`),
  save_chooser: call(({ spot }) => `save_chooser('${spot}')`),
  save_spot: call(({ spot }) => `save_spot('${spot}')`),
  set_link_end: call(({ spot }) => `set_link_end(1, '${spot}')`),
  set_list_cover: {
    ...call(({ list, spot }) => `set_list_cover('${list}', '${spot}')`),
    about: 'a list of the caller',
  },
  set_on_list: call(
    ({ spot }) =>
      `set_on_list('${spot}', (select id from public.lists where kind = 'want' and author_id = auth.uid()), true)`,
  ),
  send_suggestion: call(({ spot }) => `send_suggestion('${spot}', '{"title":"Better"}')`),
  spot_history_page: call(({ spot }) => `spot_history_page('${spot}')`),
  restore_comment: { ...call(({ comment }) => `restore_comment('${comment}')`), about: 'own comments' },
  restore_review: { ...call(({ review }) => `restore_review('${review}')`), about: 'own reviews' },
  save_review: call(({ spot }) => `save_review('${spot}', 4::smallint, '') is not null`),
  save_notification_settings: {
    ...call(() => "save_notification_settings('[]', 8, 'UTC')"),
    about: 'the own notifications',
  },
  publish_story: call(({ story }) => `publish_story('{"title":"Mine","body":"now"}', '${story}')`),
  save_story: call(({ story }) => `save_story('{"title":"Mine"}', '${story}')`),
  restore_story: { ...call(() => 'restore_story(0)'), about: 'no revision has this number' },
  story_history: call(({ storySlug }) => `story_history('${storySlug}')`),
  story_editor: call(({ storySlug }) => `story_editor('${storySlug}')`),
  story_spots: call(({ spot }) => `story_spots('{${spot}}')`),
  spot_page: call(({ spot }) => `spot_page('${spot}')`),
  spot_suggestions: call(({ spot }) => `spot_suggestions('${spot}')`),
  set_profile_visibility: { ...call(() => "set_profile_visibility('members')"), about: 'the own profile' },
  submit_spot: {
    ...call(({ photo }) => `submit_spot(gen_random_uuid(), '{"title":"New","category":"castle"}', '{${photo}}')`),
    about: 'a new spot',
  },
  stop_mails: { ...call(() => 'stop_mails()'), about: 'the own notifications' },
  suggest: call(() => "suggest('hidden')"),
  unsubscribe: { ...call(() => "unsubscribe('x')"), about: 'mails' },
  suggestion_queue: call(() => 'suggestion_queue()'),
  undo_removal: {
    ...call(({ comment }) => `undo_removal('comment', '${comment}')`),
    about: 'what the same moderator removed',
  },
  undo_decision: { ...call(() => 'undo_decision(1)'), about: 'what moderators have done' },
  undo_merge: { ...call(() => 'undo_merge(1)'), about: 'merges of visible spots' },
  update_spot: call(({ spot }) => `update_spot('${spot}', '{"title":"Mine now"}')`),
}
