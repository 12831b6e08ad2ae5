import { parseFunctionsSettings } from '../../backend/src/functions/settings.ts'
import { MAX_HEADER_BYTES } from '../../backend/src/http/connections/header-limit.ts'
import { readConnectionLimits } from '../../backend/src/http/connections/slow-connections.ts'
import { MAX_RECORDS } from '../../web/app/features/imports/reading/archive/own-records.ts'
import { READING_LIMITS } from '../../web/app/features/imports/reading/read-place.ts'
import { MAX_PHOTOS, MAX_PHOTOS_OF_ONE } from '../../web/app/features/imports/stage-photos.ts'
import {
  CONTENT_LIMITS,
  IMPORT_UNDO_DAYS,
  PASSWORD_LENGTH,
  REVIEW_PHOTOS,
  TAG_LIMITS,
  USERNAME_LENGTH,
} from '../../web/app/lib/content-limits.ts'
import { ITEMS_PARAMETER } from '../../web/app/routes/explore/list/list-search.ts'
import {
  MAX_BUNDLE_BYTES,
  MAX_BUNDLE_PHOTO_BYTES,
  MAX_BUNDLE_PHOTOS,
  MAX_BUNDLED_SPOTS,
} from '../../web/server/bundles/bundle-format.ts'
import { readPageLimits } from '../../web/server/pages/page-limits.ts'
import { FILES_LIMIT_BYTES, FORM_LIMIT_BYTES, TOTAL_LIMIT_BYTES } from '../../web/server/requests/body-limit.ts'
import { PART_PAGES } from '../../web/server/resources/discovery/sitemap-pages.ts'
import { MAX_KMZ_PHOTOS } from '../../web/server/resources/exports/kmz.ts'
import { MAX_EXPORTED_SPOTS } from '../../web/server/resources/exports/spot-pages.ts'
import { MAX_ENTRIES } from '../../web/server/resources/feeds/find-feed.ts'
import { VISITOR_PAGES_BYTES } from '../../web/server/visitor-pages/page-cache.ts'
import { CONSTANT, formatBytes, formatNumber, type LimitRow } from './limit-row.ts'

const CONTENT = 'web/app/lib/content-limits.ts'
const READING = 'web/app/features/imports/reading/read-place.ts'

/** Texts that members write. */
export const CONTENT_ROWS: LimitRow[] = [
  ...Object.entries(CONTENT_LIMITS).map<LimitRow>(([column, limit]) => [
    `\`${column}\``,
    `${formatNumber(limit)} characters`,
    CONSTANT,
    `\`${CONTENT}\`, check constraint`,
    `on the form: Use at most ${formatNumber(limit)} characters; 23514 from the API`,
  ]),
  [
    'username',
    `${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters`,
    CONSTANT,
    `\`${CONTENT}\``,
    `on the form: Use at most ${USERNAME_LENGTH.max} characters`,
  ],
  [
    'tags of a spot',
    `${TAG_LIMITS.count} of ${TAG_LIMITS.length} characters`,
    CONSTANT,
    `\`${CONTENT}\`, \`private.is_tag_list\``,
    'on the form, with the tag',
  ],
  [
    'personal access tokens of a member',
    '20, each for at most 366 days',
    CONSTANT,
    '`private.create_personal_token`',
    '409 PT409: You have 20 tokens, which is the limit; 400 PT400',
  ],
  [
    'photos of a review',
    formatNumber(REVIEW_PHOTOS),
    CONSTANT,
    `\`${CONTENT}\`, \`private.max_review_photos\``,
    `400 PT400: A review can have at most ${REVIEW_PHOTOS} photos`,
  ],
  [
    'spots on the page of a list',
    `${ITEMS_PARAMETER.step} at first, up to ${formatNumber(ITEMS_PARAMETER.max)}`,
    CONSTANT,
    '`web/app/routes/explore/list/list-search.ts`, `list_page`',
    'the page says how many are shown',
  ],
  [
    'password',
    `${PASSWORD_LENGTH.min} characters to ${PASSWORD_LENGTH.maxBytes} bytes`,
    '`GOTRUE_PASSWORD_MIN_LENGTH` for the API',
    `\`${CONTENT}\`, accounts service`,
    '422 `weak_password`',
  ],
]

const CONNECTIONS = readConnectionLimits({})
const CONNECTIONS_FILE = '`backend/src/http/connections/slow-connections.ts`'
const PAGES = readPageLimits({})
const PAGES_FILE = '`web/server/pages/page-limits.ts`'

/** Calls of functions. */
export function listFunctionRows(): LimitRow[] {
  const { bodyLimitBytes, responseTimeoutMs, streamTimeoutMs, stuckTimeoutMs, memoryLimitMegabytes } =
    parseFunctionsSettings({})
  const invoke = '`backend/src/functions/invoke`'
  const runtimes = '`backend/src/functions/runtimes`'
  return [
    ['request body', formatBytes(bodyLimitBytes), '`FUNCTIONS_BODY_LIMIT`', invoke, '413 `PAYLOAD_TOO_LARGE`'],
    [
      'time until the response begins',
      `${responseTimeoutMs / 1000} s`,
      '`FUNCTIONS_RESPONSE_TIMEOUT`',
      invoke,
      '504 `IDLE_TIMEOUT`',
    ],
    [
      'time until the response ends',
      `${streamTimeoutMs / 1000} s`,
      '`FUNCTIONS_STREAM_TIMEOUT`',
      invoke,
      'the connection is closed',
    ],
    [
      'time that a worker may block its thread',
      `${stuckTimeoutMs / 1000} s`,
      '`FUNCTIONS_STUCK_TIMEOUT`',
      runtimes,
      '500 `EDGE_FUNCTION_ERROR`',
    ],
    [
      'memory of a worker',
      `${memoryLimitMegabytes} MiB`,
      '`FUNCTIONS_MEMORY_LIMIT`',
      runtimes,
      '500 `EDGE_FUNCTION_ERROR`',
    ],
  ]
}

/** Requests to the web app. */
export const WEB_ROWS: LimitRow[] = [
  [
    'spots in one export',
    formatNumber(MAX_EXPORTED_SPOTS),
    CONSTANT,
    '`web/server/resources/exports/spot-pages.ts`',
    'the rest is left out',
  ],
  [
    'spots of a bundle of another site',
    `${formatNumber(MAX_BUNDLED_SPOTS)} in ${formatBytes(MAX_BUNDLE_BYTES)}`,
    CONSTANT,
    '`web/server/bundles/bundle-format.ts`',
    'the update fails: The bundle has more than 10,000 spots',
  ],
  [
    'photos of a spot of another site',
    `${formatNumber(MAX_BUNDLE_PHOTOS)} of ${formatBytes(MAX_BUNDLE_PHOTO_BYTES)}`,
    CONSTANT,
    '`web/server/bundles/bundle-format.ts`',
    'the rest is left out',
  ],
  [
    'photos in one KMZ',
    formatNumber(MAX_KMZ_PHOTOS),
    CONSTANT,
    '`web/server/resources/exports/kmz.ts`',
    'the rest is left out',
  ],
  [
    'places of one import',
    formatNumber(READING_LIMITS.places),
    CONSTANT,
    `\`${READING}\`, \`start_import\``,
    'those beyond are left out, with a warning',
  ],
  [
    'a file to import',
    `${formatBytes(READING_LIMITS.fileBytes)}, ${formatBytes(READING_LIMITS.textBytes)} of text`,
    CONSTANT,
    `\`${READING}\``,
    'the file is not read; a message says so',
  ],
  [
    'files with places in one archive',
    `${formatNumber(READING_LIMITS.archiveFiles)}, ${formatBytes(READING_LIMITS.archiveBytes)} unpacked`,
    CONSTANT,
    `\`${READING}\``,
    'those beyond are not read; a message says so',
  ],
  [
    'comments, follows, blocks and settings of one import',
    formatNumber(MAX_RECORDS),
    CONSTANT,
    '`web/app/features/imports/reading/archive/own-records.ts`, checks of `import_records`',
    'those beyond are left out; 23514 from the API. Those beyond an hourly limit of the member are restored later',
  ],
  [
    'time to undo an import',
    `${IMPORT_UNDO_DAYS} days`,
    CONSTANT,
    `\`${CONTENT}\`, \`private.require_undoable\``,
    `the screen says so; 409 PT409: An import can be undone for ${IMPORT_UNDO_DAYS} days. This one is older.`,
  ],
  [
    'photos of one import',
    `${formatNumber(MAX_PHOTOS)} per day, ${formatNumber(MAX_PHOTOS_OF_ONE)} per place`,
    CONSTANT,
    '`web/app/features/imports/stage-photos.ts`, `private.add_import_photos`',
    'the photos of the place are left out with a sentence; more per day: 429 PT429',
  ],
  ['entries of a feed', formatNumber(MAX_ENTRIES), CONSTANT, '`web/server/resources/feeds/find-feed.ts`', 'the newest'],
  [
    'pages in one part of the sitemap',
    formatNumber(PART_PAGES),
    CONSTANT,
    '`web/server/resources/discovery/sitemap-pages.ts`',
    'another part',
  ],
  ['form', formatBytes(FORM_LIMIT_BYTES), CONSTANT, '`web/server/requests/body-limit.ts`', '413'],
  [
    'form with photos, members only',
    formatBytes(FILES_LIMIT_BYTES),
    CONSTANT,
    '`web/server/requests/body-limit.ts`',
    '413',
  ],
  [
    'all request bodies at the same time',
    formatBytes(TOTAL_LIMIT_BYTES),
    CONSTANT,
    '`web/server/requests/body-limit.ts`',
    '503 with `Retry-After`',
  ],
  [
    'URL and headers of a request',
    formatBytes(MAX_HEADER_BYTES),
    CONSTANT,
    '`backend/src/http/connections/header-limit.ts`',
    '431',
  ],
  [
    'time for the headers of a request',
    `${CONNECTIONS.headersTimeoutMs / 1000} s`,
    '`HTTP_HEADERS_TIMEOUT`',
    CONNECTIONS_FILE,
    '408',
  ],
  [
    'time in which a client sends or reads nothing',
    `${CONNECTIONS.idleTimeoutMs / 1000} s`,
    '`HTTP_IDLE_TIMEOUT`',
    CONNECTIONS_FILE,
    'the connection is closed',
  ],
  [
    'minimum rate of sending or reading',
    `${formatNumber(CONNECTIONS.minBytesPerSecond)} bytes per second`,
    '`HTTP_MIN_BYTES_PER_SECOND`',
    CONNECTIONS_FILE,
    'the connection is closed',
  ],
  [
    'pages and resources rendered concurrently',
    formatNumber(PAGES.size),
    '`PAGES_AT_A_TIME`',
    PAGES_FILE,
    'others wait',
  ],
  ['the same for one client', formatNumber(PAGES.clientSize), '`PAGES_OF_A_CLIENT`', PAGES_FILE, 'its others wait'],
  [
    'waiting requests of one client',
    formatNumber(PAGES.clientQueue),
    '`PAGES_QUEUE_OF_A_CLIENT`',
    PAGES_FILE,
    '429 with `Retry-After`',
  ],
  [
    'cached pages of visitors',
    formatBytes(VISITOR_PAGES_BYTES),
    CONSTANT,
    '`web/server/visitor-pages/page-cache.ts`',
    'none: the least recently used are rendered again',
  ],
  ['wait for a turn', `${PAGES.maxWaitMs / 1000} s`, '`PAGES_MAX_WAIT`', PAGES_FILE, '503 or 429 with `Retry-After`'],
]
