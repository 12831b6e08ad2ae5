import { type ExportHead, LICENSE } from '#app/features/spots/exports/exported-spot.ts'
import { ARCHIVE_VERSION } from './archive-schemas.ts'

/** The site that an archive comes from. */
export type SiteOfArchive = Omit<ExportHead, 'title'>

/** Returns the README of the archive, for people who open it years later. */
export function writeReadme({ siteName, siteUrl }: SiteOfArchive): string {
  return `Everything you made on ${siteName} (${siteUrl}), in open formats.

spots.geojson          your spots with their exact positions (GeoJSON, RFC 7946); see hereabouts/spot.schema.json
lists/{id}.geojson     your lists in their order: the spots on them, also those of others, with your notes
reviews.geojson        the spots that you reviewed, each with your review
stories/{name}.md      your stories as Markdown
profile/picture.webp   the picture of your profile
photos/{spot}/001.webp your photos in the order in which the spot shows them, in the largest size that is stored
hereabouts/            account.json: your profile, lists, stories, reviews, comments, follows, blocks, notifications,
                       notification settings, photos, suggestions, reports, unpublished changes of stories, and
                       the lists of others that you work on, with what you put there;
                       account.schema.json and spot.schema.json: the JSON Schemas of this archive
photos-left-out.md     photos that could not be added, if any

This is version ${ARCHIVE_VERSION} of the archive. To bring it into another Hereabouts site, choose this ZIP under Settings,
Import: spots, lists, reviews and stories come back with their photos, and nothing is added before you have seen it.
Comments, follows, blocks and settings come back where that site has the same place, story, member, city or list; the
result names the others. All keep their dates. Your notifications, suggestions, reports, unpublished changes of stories and
entries on lists of others stay in the archive only. Programs for maps read the GeoJSON files: QGIS, geojson.io, uMap,
Organic Maps.

Files of lists contain spots of other members. They are under ${LICENSE.name} (${LICENSE.url}):
name their authors where you publish them.
`
}
