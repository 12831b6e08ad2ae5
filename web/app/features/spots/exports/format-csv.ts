import Papa from 'papaparse'
import { FORMULA } from '#app/lib/format/quote-cell.ts'
import {
  describeOrigin,
  type ExportedSpot,
  type ExportHead,
  getAuthorName,
  getLicenseName,
  listPhotoAddresses,
  toSourceAddress,
  toSpotAddress,
} from './exported-spot.ts'
import type { SpotWriter } from './spot-writer.ts'

const LINE_END = '\r\n'

/** The columns of the table. Their names are those that our own import recognises. */
const COLUMNS: Record<string, (spot: ExportedSpot, head: ExportHead) => string | number | null> = {
  title: ({ title }) => title,
  category: ({ category }) => category,
  tags: ({ tags }) => tags.join(','),
  description: ({ description }) => description,
  latitude: ({ lat }) => lat,
  longitude: ({ lng }) => lng,
  precision: ({ precision }) => precision,
  address: ({ address }) => address,
  city: ({ city }) => city?.name ?? null,
  country: ({ country_code }) => country_code,
  website: ({ website }) => website,
  access: ({ access }) => access,
  status: ({ status }) => status,
  rating: ({ rating_average }) => rating_average,
  reviews: ({ review_count }) => review_count,
  'list note': ({ note }) => note,
  created: ({ created_at }) => created_at,
  updated: ({ updated_at }) => updated_at,
  confirmed: ({ confirmed_at }) => confirmed_at,
  author: (spot) => getAuthorName(spot),
  license: getLicenseName,
  source: toSourceAddress,
  attribution: describeOrigin,
  file: ({ file }) => file?.name ?? null,
  page: toSpotAddress,
  pictures: (spot, head) => listPhotoAddresses(spot, head).join(' '),
}

/**
 * A table (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need. Cells that a spreadsheet would run as
 * formulas begin with an apostrophe.
 */
export const csvWriter: SpotWriter = {
  begin: () => `\ufeff${Object.keys(COLUMNS).join(',')}${LINE_END}`,
  // Papa's own pattern misses texts of several lines.
  writeSpot: (spot, head) =>
    Papa.unparse([Object.values(COLUMNS).map((read) => read(spot, head))], { escapeFormulae: FORMULA }),
  between: LINE_END,
  end: LINE_END,
}
