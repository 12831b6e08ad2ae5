/** The sender of a request: an anonymous client with the public key, or a member who has just signed up. */
export type CallerKind = 'visitor' | 'member'

/** The intended access to a table or view. Everything else must be denied. */
export interface TableAccess {
  visitor: 'read'[]
  member: ('read' | 'insert' | 'update' | 'delete')[]
  /** The column with the owner of a row. Members may update and delete only their own rows. */
  owner?: string
  /** PostgREST filters for rows that must never be shown. `{me}` is the member's id. */
  hiddenFromVisitors?: string[]
  hiddenFromMembers?: string[]
  /** Columns that no member may write, not even in their own rows. */
  fixed?: string[]
  /**
   * A row in the name of someone else, which must be rejected: `{other}` is another member, `{spot}` a published spot.
   */
  forged?: Record<string, unknown>
}

const DRAFTED = 'or=(visibility.in.(members,link,private),status.in.(draft,pending,removed))'
const HIDDEN = 'or=(visibility.in.(link,private),status.in.(draft,pending,removed))'
const NOT_MINE = (column: string) => `or=(${column}.neq.{me},${column}.is.null)`

/**
 * The intended access to everything that the services expose. The doctor compares it with the access that succeeds. A
 * new table, function or bucket is a finding until it is listed here.
 */
export const TABLES: Record<string, TableAccess> = {
  account_deletions: { visitor: [], member: ['read'], owner: 'user_id', hiddenFromMembers: [NOT_MINE('user_id')] },
  blocks: {
    visitor: [],
    member: ['read', 'insert', 'delete'],
    owner: 'blocker_id',
    hiddenFromMembers: [NOT_MINE('blocker_id')],
    forged: { blocker_id: '{other}', blocked_id: '{me}' },
  },
  bundle_spots: { visitor: ['read'], member: ['read'] },
  bundle_subscriptions: { visitor: ['read'], member: ['read', 'insert', 'delete'] },
  categories: { visitor: ['read'], member: ['read'] },
  cities: { visitor: ['read'], member: ['read'] },
  city_names: { visitor: ['read'], member: ['read'] },
  comments: {
    visitor: ['read'],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'author_id',
    fixed: ['author_id', 'spot_id', 'created_at', 'deleted_at', 'edited_at'],
    forged: { spot_id: '{spot}', author_id: '{other}', body: 'written by the doctor' },
  },
  follows: {
    visitor: ['read'],
    member: ['read', 'insert', 'delete'],
    owner: 'follower_id',
    hiddenFromVisitors: ['follower_id=not.is.null'],
    hiddenFromMembers: ['follower_id=neq.{me}&member_id=neq.{me}', 'follower_id=neq.{me}&member_id=is.null'],
    forged: { follower_id: '{other}', member_id: '{me}' },
  },
  instance_settings: { visitor: ['read'], member: ['read', 'update'] },
  invitations: {
    visitor: [],
    member: ['read'],
    owner: 'author_id',
    hiddenFromMembers: ['select=id&author_id=neq.{me}'],
  },
  links: {
    visitor: ['read'],
    member: ['read'],
    owner: 'owner_id',
    hiddenFromVisitors: ['secret=not.is.null'],
    hiddenFromMembers: [NOT_MINE('owner_id')],
  },
  list_changes: { visitor: ['read'], member: ['read'], hiddenFromVisitors: ['id=gte.0'] },
  list_invitations: {
    visitor: ['read'],
    member: ['read', 'update'],
    hiddenFromVisitors: ['id=not.is.null'],
  },
  list_members: { visitor: ['read'], member: ['read', 'update', 'delete'] },
  list_items: { visitor: ['read'], member: ['read', 'insert', 'update', 'delete'] },
  lists: {
    visitor: ['read'],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'author_id',
    hiddenFromVisitors: ['visibility=in.(members,link,private)'],
    hiddenFromMembers: ['visibility=in.(link,private)&author_id=neq.{me}'],
    fixed: ['author_id', 'kind'],
    forged: { author_id: '{other}', title: 'written by the doctor' },
  },
  mail_schedules: {
    visitor: [],
    member: ['read', 'insert', 'update'],
    owner: 'user_id',
    hiddenFromMembers: [NOT_MINE('user_id')],
    fixed: ['user_id'],
    forged: { user_id: '{other}', digest_hour: 9 },
  },
  notification_preferences: {
    visitor: [],
    member: ['read', 'insert', 'update'],
    owner: 'user_id',
    hiddenFromMembers: [NOT_MINE('user_id')],
    fixed: ['user_id', 'mail_before'],
    forged: { user_id: '{other}', topic: 'replies', mail: 'never' },
  },
  moderation_items: { visitor: [], member: ['read'], hiddenFromMembers: ['id=gte.0'] },
  notifications: {
    visitor: [],
    member: ['read', 'update', 'delete'],
    owner: 'user_id',
    hiddenFromMembers: ['user_id=neq.{me}'],
    fixed: ['user_id', 'text'],
  },
  page_views: { visitor: [], member: ['read'], hiddenFromMembers: ['views=gte.0'] },
  photos: {
    visitor: ['read'],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'author_id',
    hiddenFromVisitors: ['spot_id=is.null'],
    hiddenFromMembers: ['spot_id=is.null&author_id=neq.{me}'],
    fixed: ['author_id', 'storage_path'],
    forged: { author_id: '{other}', storage_path: '{other}/doctor', width: 1, height: 1 },
  },
  data_exports: {
    visitor: [],
    member: ['read', 'delete'],
    owner: 'member_id',
    hiddenFromMembers: [NOT_MINE('member_id')],
  },
  imports: {
    visitor: [],
    member: ['read'],
    owner: 'member_id',
    hiddenFromMembers: [NOT_MINE('member_id')],
  },
  import_photos: { visitor: [], member: ['read'] },
  import_records: { visitor: [], member: ['read'] },
  import_rows: { visitor: [], member: ['read'] },
  post_drafts: {
    visitor: [],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'user_id',
    hiddenFromMembers: [NOT_MINE('user_id')],
  },
  post_spots: { visitor: ['read'], member: ['read', 'insert', 'update', 'delete'] },
  posts: {
    visitor: ['read'],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'author_id',
    hiddenFromVisitors: [`select=id&${DRAFTED}`],
    hiddenFromMembers: [`${HIDDEN}&author_id=neq.{me}`],
    fixed: ['author_id', 'slug', 'comment_count', 'published_at'],
    forged: { author_id: '{other}', title: 'Written by the doctor' },
  },
  profiles: { visitor: ['read'], member: ['read'] },
  reports: {
    visitor: [],
    member: ['read', 'insert'],
    owner: 'reporter_id',
    hiddenFromMembers: [NOT_MINE('reporter_id')],
    fixed: ['reporter_id', 'resolved_by'],
    forged: { reporter_id: '{other}', spot_id: '{spot}', reason: 'spam' },
  },
  reviews: {
    visitor: ['read'],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'author_id',
    fixed: ['author_id', 'spot_id', 'deleted_at', 'edited_at'],
    forged: { spot_id: '{spot}', author_id: '{other}', rating: 1 },
  },
  revisions: {
    visitor: ['read'],
    member: ['read'],
    hiddenFromVisitors: ['visibility=in.(members,link,private)'],
    hiddenFromMembers: ['visibility=in.(link,private)&author_id=neq.{me}'],
  },
  suggestions: {
    visitor: ['read'],
    member: ['read', 'delete'],
    owner: 'author_id',
    hiddenFromVisitors: ['id=not.is.null'],
    hiddenFromMembers: [NOT_MINE('author_id')],
    fixed: ['status', 'changes', 'decisions'],
  },
  spot_exact_points: {
    visitor: ['read'],
    member: ['read', 'insert', 'update'],
    hiddenFromVisitors: ['spot_id=not.is.null'],
    hiddenFromMembers: ['spot_id=not.is.null'],
  },
  spot_files: { visitor: ['read'], member: ['read'], hiddenFromVisitors: ['spot_id=not.is.null'] },
  spot_sources: { visitor: ['read'], member: ['read'] },
  spot_redirects: { visitor: ['read'], member: ['read'] },
  spots: {
    visitor: ['read'],
    member: ['read', 'insert', 'update', 'delete'],
    owner: 'author_id',
    hiddenFromVisitors: [DRAFTED],
    hiddenFromMembers: [`${HIDDEN}&author_id=neq.{me}`],
    fixed: [
      'author_id',
      'review_count',
      'rating_sum',
      'save_count',
      'been_count',
      'confirmation_count',
      'confirmed_at',
      'published_at',
    ],
    forged: { title: 'Written by the doctor', category: 'castle', lng: 0, lat: 0, author_id: '{other}' },
  },
  users: {
    visitor: [],
    member: ['read', 'insert', 'update'],
    owner: 'id',
    hiddenFromMembers: ['id=neq.{me}'],
    fixed: ['is_moderator', 'created_at'],
    forged: { id: '{other}', username: 'doctor' },
  },
}

/** Functions that visitors and members may call. */
export const VISITOR_FUNCTIONS = [
  'city_page',
  'discussion_page',
  'explore_member_page',
  'explore_member_start',
  'explore_page',
  'explore_start',
  'explore_view',
  'find_invitation',
  'find_spots',
  'home_page',
  'list_stories',
  'find_list_invitation',
  'find_merged_spot',
  'item_count',
  'list_nearby_duplicates',
  'list_nearest_spots',
  'list_page',
  'post_page',
  'profile_page',
  'read_unsubscribe',
  'spot_history_page',
  'spot_page',
  'suggest',
  'unsubscribe',
]

/** Functions that members may call as well. RLS policies, or the function itself, decide on which rows. */
export const MEMBER_FUNCTIONS = [
  ...[
    'account_page',
    'approve_post',
    'approve_spot',
    'cancel_account_deletion',
    'check_username',
    'claim_administrator',
    'close_spot',
    'confirm_spot',
    'mark_notifications_read',
    'notification_settings',
    'notifications_page',
    'save_notification_settings',
    'stop_mails',
    'create_invitation',
  ],
  ...['delete_spot', 'delete_other_sessions', 'delete_session', 'has_password', 'mark_spot'],
  ...['ask_author', 'count_moderation', 'decide', 'list_moderation_log', 'moderate_member', 'moderation_members'],
  'move_reported',
  ...[
    'moderation_reports',
    'moderation_waiting',
    'remove_contributions',
    'restore_contributions',
    'undo_decision',
    'undo_removal',
  ],
  ...['find_nearest_city', 'delete_comment', 'delete_review', 'list_mention_candidates', 'restore_comment'],
  ...['restore_review', 'save_review'],
  ...['list_own_sessions', 'remove_post', 'remove_spot', 'request_account_deletion', 'restore_revision', 'submit_spot'],
  ...['find_story_spots', 'initial_status', 'publish_story', 'restore_story', 'save_story', 'story_editor'],
  ...['story_history', 'story_spots'],
  ...['decide_suggestion', 'send_suggestion', 'spot_suggestions', 'suggestion_queue'],
  ...['first_steps', 'revoke_invitation'],
  ...['create_personal_token', 'list_personal_tokens', 'revoke_personal_token'],
  ...['feed_page', 'people_settings', 'set_profile_visibility'],
  ...['list_bundle_subscriptions', 'list_webhook_deliveries', 'resend_webhook_delivery'],
  ...['merge_page', 'merge_spots', 'undo_merge'],
  ...['update_spot'],
  ...['copy_list', 'create_list', 'delete_list', 'invite_to_list', 'join_list', 'move_list_item', 'restore_list'],
  ...[
    'add_import_photos',
    'store_import_photo',
    'note_import_picture',
    'leave_out_import_photos',
    'describe_import_result',
  ],
  ...[
    'add_import_records',
    'add_import_rows',
    'count_import_rows',
    'match_import_rows',
    'place_import_row',
    'set_import_status',
  ],
  ...['describe_import', 'discard_import', 'start_data_export', 'start_import', 'undo_import'],
  ...['own_lists', 'save_chooser', 'save_spot', 'set_list_cover', 'set_on_list'],
  ...['replace_link', 'set_link_end'],
]

/** The intended access to a bucket. */
export interface BucketAccess {
  isPublic: boolean
  /** Members may upload to the folder named after their id. */
  membersWrite: boolean
  /** The callers that may list files. */
  listed: CallerKind[]
}

export const BUCKETS: Record<string, BucketAccess> = {
  avatars: { isPublic: true, membersWrite: true, listed: ['member'] },
  exports: { isPublic: false, membersWrite: false, listed: [] },
  photos: { isPublic: false, membersWrite: false, listed: ['visitor', 'member'] },
}

/** Schemas that the data service must not serve. */
export const HIDDEN_SCHEMAS = [
  'private',
  'auth',
  'storage',
  'realtime',
  'extensions',
  'pg_catalog',
  'information_schema',
]
