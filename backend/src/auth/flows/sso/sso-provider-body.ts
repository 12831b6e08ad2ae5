import * as v from 'valibot'
import { parseMetadata } from '../../domain/saml/identity-provider.ts'
import { fetchMetadata } from '../../domain/saml/metadata-of-provider.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { SsoProviderFields } from '../../tables/sso-providers.ts'

const MAX_DOMAINS = 200
const LONGEST_RESOURCE_ID = 255
const LONGEST_MAPPING = 65_536
const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const Mapping = v.object({
  keys: v.optional(
    v.record(
      v.string(),
      v.object({
        name: v.optional(v.string()),
        names: v.optional(v.array(v.string())),
        default: v.optional(v.unknown()),
        array: v.optional(v.boolean()),
      }),
    ),
  ),
})
/** The body of an operator's request (auth 8). */
export const SsoProviderBody = v.object({
  type: v.optional(v.string(), ''),
  metadata_url: v.optional(v.string(), ''),
  metadata_xml: v.optional(v.string(), ''),
  domains: v.optional(v.array(v.string())),
  attribute_mapping: v.optional(Mapping),
  name_id_format: v.optional(v.string()),
  resource_id: v.optional(v.string()),
  disabled: v.optional(v.boolean()),
})
export type SsoProviderBody = v.InferOutput<typeof SsoProviderBody>

type Metadata = Pick<SsoProviderFields, 'entityId' | 'metadataXml' | 'metadataUrl'>

/**
 * Reads the metadata in the body or at its URL; undefined when there is neither. Throws 400 `validation_failed` when it
 * cannot be used.
 */
export async function readMetadata(
  dependencies: AuthDependencies,
  body: SsoProviderBody,
): Promise<Metadata | undefined> {
  const { metadata_xml: xml, metadata_url: url } = body
  if (xml && url) throw errors.validation('Only one of metadata_xml or metadata_url needs to be set')
  if (!xml && !url) return undefined
  const metadataXml = xml || (await fetchMetadata(dependencies, url))
  const { entityId, validUntil } = parseMetadata(metadataXml)
  if (validUntil && validUntil <= dependencies.now()) throw errors.validation('SAML Metadata XML is not valid any more')
  return { entityId, metadataXml, metadataUrl: url || null }
}

/**
 * Merges a request body into the fields of a provider. Missing fields stay unchanged. Throws 400 `validation_failed`.
 */
export function toFields(body: SsoProviderBody, present: SsoProviderFields): SsoProviderFields {
  const { resource_id: resourceId, name_id_format: nameIdFormat, attribute_mapping: mapping } = body
  if (resourceId !== undefined && resourceId.length > LONGEST_RESOURCE_ID) {
    throw errors.validation(`resource_id must not be longer than ${LONGEST_RESOURCE_ID} characters`)
  }
  if (nameIdFormat && !NAME_ID_FORMATS.includes(nameIdFormat)) {
    throw errors.validation(`name_id_format must be unspecified or one of: ${NAME_ID_FORMATS.join(', ')}`)
  }
  if (JSON.stringify(mapping ?? {}).length > LONGEST_MAPPING) throw errors.validation('attribute_mapping is too long')
  return {
    ...present,
    resourceId: resourceId === undefined ? present.resourceId : resourceId || null,
    disabled: body.disabled ?? present.disabled,
    attributeMapping: mapping ?? present.attributeMapping,
    nameIdFormat: nameIdFormat === undefined ? present.nameIdFormat : nameIdFormat || null,
    domains: body.domains ? parseDomains(body.domains) : present.domains,
  }
}

function parseDomains(domains: string[]): string[] {
  const plain = [...new Set(domains.map((domain) => domain.trim().toLowerCase()))]
  if (plain.length > MAX_DOMAINS) throw errors.validation(`domains may hold at most ${MAX_DOMAINS} entries`)
  const wrong = plain.find((domain) => !DOMAIN.test(domain))
  if (wrong !== undefined) throw errors.validation(`domains holds "${wrong.slice(0, 100)}", which is not a domain`)
  return plain
}
