import { categoryIds } from '#app/features/categories/categories.ts'
import { type ExportHead, LICENSE } from '#app/features/spots/exports/exported-spot.ts'

/** Explains the archive to a person who opens it in ten years. */
export function writeReadme({ siteName, siteUrl }: Omit<ExportHead, 'title'>): string {
  return `Everything you made on ${siteName} (${siteUrl}), in open formats.

spots.geojson          your spots with their exact positions (GeoJSON, RFC 7946); see hereabouts/spot.schema.json
lists/{id}.geojson     your lists: the spots on them, also those of others, with your notes
stories/{name}.md      your stories as Markdown
hereabouts/            account.json: your profile, lists, stories, reviews, comments, who you follow, notifications,
                       photos; spot.schema.json: the JSON Schema of a spot in spots.geojson
photos/{spot}/001.webp your photos in the order in which the spot shows them, in the largest size that is stored
photos-left-out.md     photos that could not be added, if any

To bring spots and lists into another Hereabouts site, choose this ZIP under Settings, Import. Nothing is added before you
have seen it. Programs for maps read the GeoJSON files: QGIS, geojson.io, uMap, Organic Maps.

Files of lists contain spots of other members. They are under ${LICENSE.name} (${LICENSE.url}):
name their authors where you publish them.
`
}

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
        access: { enum: ['free', 'fee', 'customers', 'permit', 'unknown'] },
        created_at: { type: 'string', format: 'date-time' },
        updated_at: { type: 'string', format: 'date-time' },
        published_at: { type: ['string', 'null'], format: 'date-time' },
        photo_files: {
          type: 'array',
          items: {
            type: 'object',
            required: ['file', 'alt', 'taken_at'],
            properties: {
              file: { type: 'string', pattern: '^photos/' },
              alt: { type: 'string' },
              taken_at: { type: ['string', 'null'] },
            },
          },
        },
      },
    },
  },
} as const
