import { call, type MatrixIds, type Path, quote } from './visibility-paths.ts'

const insert = (table: string, fields: (ids: MatrixIds) => Record<string, string>) => ({
  sql: (ids: MatrixIds) => {
    const entries = Object.entries(fields(ids))
    return `insert into public.${table} (${entries.map(([name]) => name)}) values (${entries.map(([, value]) => value)}) returning true`
  },
})

/** Counts, files, and writes whose outcome could reveal that a hidden row exists. */
export const INDIRECT: Record<string, Path> = {
  'number of spots': { sql: () => 'select count(*) from public.spots' },
  'number of spots with a word': { sql: () => "select count(*) from public.spots where description like '%needle%'" },
  'number of photos by spot': { sql: () => 'select spot_id, count(*) from public.photos group by spot_id order by 1' },
  'photo files': { sql: () => "select name from storage.objects where bucket_id = 'photos' order by name" },
  'page of the story': call(({ storySlug }) => `post_page('${storySlug}')`),
  'lists of a profile': call(() => "profile_page('author', 'lists')"),
  'stories of a profile': call(() => "profile_page('author', 'stories')"),
  'discussion of the story': call(({ storySlug }) => `discussion_page(null, '${storySlug}')`),
  'mentions in the discussion of the story': call(({ story }) => `list_mention_candidates('', null, '${story}')`),
  'answer to its review': insert('comments', ({ spot, review }) => ({
    spot_id: quote(spot),
    review_id: quote(review),
    body: "'Me too'",
  })),
  'number of stories': { sql: () => 'select count(*) from public.posts' },
  'page of a list with the spot': call(({ list }) => `list_page('${list}')`),
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
  'decision about its comment': call(({ comment }) => `decide('comment', '${comment}', 'removed', 'Spam')`),
  'decision about its review': call(({ review }) => `decide('review', '${review}', 'removed', 'Spam')`),
  'decision about its photo': call(({ photo }) => `decide('photo', '${photo}', 'removed', 'Spam')`),
  'decision about the story': call(({ story }) => `decide('post', '${story}', 'removed', 'Spam')`),
  'deletion of its comment': {
    sql: ({ comment }) => `delete from public.comments where id = '${comment}' returning id`,
  },
  'deletion of its review': {
    sql: ({ review }) => `delete from public.reviews where id = '${review}' returning id`,
    about: 'own reviews',
  },
  'deletion of its photo': { sql: ({ photo }) => `delete from public.photos where id = '${photo}' returning id` },
  'a new spot of the same title': {
    sql: ({ people }) =>
      `insert into public.spots (title, category, lng, lat, author_id) values ('Hidden mill', 'castle', 7.7, 45, '${people.stranger}') returning true`,
    about: 'a new spot',
  },
}
