import { categoryIds } from '#app/features/categories/categories.ts'

/** The version of the archive format. Increment it with every change that matters to the import. */
export const ARCHIVE_VERSION = 5

const LIST_OF_OBJECTS = { type: 'array', items: { type: 'object' } } as const
const TEXT = { type: 'string' } as const

/** The schema of hereabouts/account.json. Rows may have additional columns of the database. */
export const ACCOUNT_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'hereabouts/account.json',
  type: 'object',
  required: ['format', 'version', 'exported_at', 'site', 'profile', 'lists', 'posts', 'reviews', 'comments', 'photos'],
  properties: {
    format: { const: 'hereabouts' },
    version: { const: ARCHIVE_VERSION },
    exported_at: { type: 'string', format: 'date-time' },
    site: { type: 'object', required: ['name', 'url'], properties: { name: TEXT, url: TEXT } },
    profile: {
      type: ['object', 'null'],
      properties: {
        avatar_file: { description: 'The picture in this archive, if the site stored it.', ...TEXT },
      },
    },
    lists: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'title', 'kind', 'description', 'visibility'],
        properties: {
          ...{ id: TEXT, title: TEXT, description: TEXT },
          kind: { description: 'want and been are the lists that every member has.', enum: ['own', 'want', 'been'] },
          visibility: { enum: ['public', 'members', 'link', 'private'] },
        },
      },
    },
    posts: {
      description: 'Stories. Their texts name spots by the ids of the site that they come from.',
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'slug', 'title', 'summary', 'body', 'tags', 'status', 'visibility', 'post_spots'],
        properties: {
          ...{ id: TEXT, slug: TEXT, title: TEXT, summary: TEXT },
          body: { description: 'Markdown.', ...TEXT },
        },
      },
    },
    reviews: {
      type: 'array',
      items: {
        type: 'object',
        required: ['spot_id', 'rating', 'body', 'created_at'],
        properties: { spot_id: TEXT, rating: { type: 'integer', minimum: 1, maximum: 5 }, body: TEXT },
      },
    },
    comments: {
      description: 'about: the spot or story, by its title, for sites where it has another id.',
      ...LIST_OF_OBJECTS,
    },
    follows: { description: 'member, city and list name what is followed.', ...LIST_OF_OBJECTS },
    blocks: { description: 'member: the username.', ...LIST_OF_OBJECTS },
    ...{ notification_preferences: LIST_OF_OBJECTS, mail_schedules: LIST_OF_OBJECTS },
    notifications: LIST_OF_OBJECTS,
    suggestions: { description: 'What the member suggested for spots of others.', ...LIST_OF_OBJECTS },
    list_memberships: {
      description: 'Lists of others on which the member works. items: the spots that the member put there, with notes.',
      ...LIST_OF_OBJECTS,
    },
    reports: { description: 'What the member reported to the moderators.', ...LIST_OF_OBJECTS },
    post_drafts: { description: 'Unpublished changes of published stories.', ...LIST_OF_OBJECTS },
    photos: {
      description:
        'file: the photo in this archive. Spots, stories and reviews are named by the ids of the site that they come from.',
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'file', 'alt_text', 'position'],
        properties: { id: TEXT, file: { type: 'string', pattern: '^photos/' }, alt_text: TEXT },
      },
    },
  },
} as const

/** The schema of a feature in spots.geojson. */
export const SPOT_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A spot in spots.geojson',
  type: 'object',
  required: ['type', 'id', 'geometry', 'properties'],
  properties: {
    type: { const: 'Feature' },
    id: { type: 'string' },
    geometry: {
      type: 'object',
      required: ['type', 'coordinates'],
      properties: {
        type: { const: 'Point' },
        coordinates: {
          description: 'Longitude and latitude in degrees, WGS 84.',
          type: 'array',
          items: { type: 'number' },
          minItems: 2,
          maxItems: 2,
        },
      },
    },
    properties: {
      type: 'object',
      required: ['title', 'category', 'tags', 'description', 'precision', 'status', 'visibility', 'photo_files'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200 },
        category: { enum: categoryIds },
        tags: { type: 'array', items: { type: 'string' } },
        description: { description: 'Markdown.', type: 'string' },
        precision: { description: 'area: others see the point rounded to about 1 km.', enum: ['exact', 'area'] },
        visibility: { enum: ['public', 'members', 'link', 'private'] },
        status: { enum: ['draft', 'pending', 'published', 'closed', 'removed'] },
        address: { type: ['string', 'null'] },
        website: { type: ['string', 'null'] },
        license: TEXT,
        source: { description: 'The page of the spot at its source.', ...TEXT },
        source_name: { description: 'The source, if the author did not write the spot on this site.', ...TEXT },
        attribution: { description: 'Author, source, licence and page in one line.', ...TEXT },
        file: { description: 'The file from which the member imported the spot.', ...TEXT },
        went_on: { description: 'In files of lists: the day of the visit.', type: ['string', 'null'], format: 'date' },
        added_at: {
          description: 'In files of lists: when the spot was put on the list.',
          ...{ type: 'string', format: 'date-time' },
        },
        note: { description: 'In files of lists: what the list says about the spot.', type: 'string' },
        access: { enum: ['free', 'fee', 'customers', 'permit', 'unknown'] },
        created_at: { type: 'string', format: 'date-time' },
        updated_at: { type: 'string', format: 'date-time' },
        published_at: { type: ['string', 'null'], format: 'date-time' },
        photo_files: {
          type: 'array',
          items: {
            type: 'object',
            required: ['file', 'alt', 'taken_at', 'is_cover'],
            properties: {
              file: { type: 'string', pattern: '^photos/' },
              alt: { type: 'string' },
              taken_at: { type: ['string', 'null'] },
              is_cover: { type: 'boolean' },
            },
          },
        },
      },
    },
  },
} as const
