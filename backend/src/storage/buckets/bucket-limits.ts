import * as v from 'valibot'
import { parseByteSize } from '../../http/byte-size.ts'
import { entityTooLarge, featureNotEnabled, invalidShape } from '../errors.ts'
import { isListableMimeType } from '../kernel/mime-types.ts'

/** The limits as clients send them: bytes or a text such as `5MB`; null removes the limit. */
export const BucketLimits = {
  public: v.optional(v.boolean()),
  file_size_limit: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  allowed_mime_types: v.optional(v.nullable(v.array(v.pipe(v.string(), v.maxLength(1000))))),
  versioning_status: v.optional(v.nullable(v.string())),
}

/** Throws when a bucket should keep old versions: an object has only one version here. */
export function requireNoVersioning(status: string | null | undefined): void {
  if ((status ?? 'DISABLED') !== 'DISABLED') throw featureNotEnabled('object versioning')
}

/** Returns bytes, null for no limit, undefined when not given. Throws above the limit of the installation. */
export function parseFileSizeLimit(
  limit: string | number | null | undefined,
  installationLimitBytes: number,
): number | null | undefined {
  if (limit === undefined || limit === null) return limit
  const bytes = parseByteSize(limit)
  if (bytes === undefined) throw invalidShape('body/file_size_limit must be a number of bytes or a text such as 5MB')
  if (bytes > installationLimitBytes) throw entityTooLarge()
  return bytes
}

/** Returns the list without empty entries; null allows every type. */
export function parseMimeTypeList(list: string[] | null | undefined): string[] | null | undefined {
  if (list === undefined || list === null) return list
  const entries = list.filter((entry) => entry !== '')
  const wrong = entries.find((entry) => !isListableMimeType(entry))
  if (wrong !== undefined)
    throw invalidShape(`body/allowed_mime_types: ${wrong} is not a type such as image/png or image/*`)
  return entries
}
