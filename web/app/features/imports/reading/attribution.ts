import type { Attribution } from './read-place.ts'

/** The URLs of licences by the names that exports write. */
export const LICENSES: Record<string, string> = {
  'CC0 1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'ODbL 1.0': 'https://opendatacommons.org/licenses/odbl/1-0/',
}

const WRITTEN = /^(?:(.{1,200}), )?([^,]{1,100}), ([^,]{1,100}), (https?:\/\/\S{1,600})$/u
const LICENSE = /^(?:CC|ODbL|ODC|PDDL|OGL|public domain)/i

/**
 * Reads an attribution as exports of this product write it: author, site, licence and URL. Undefined for any other
 * text.
 */
export function readAttribution(text: string): Attribution | undefined {
  const [, author, name, license = '', url = ''] = WRITTEN.exec(text.trim()) ?? []
  if (!name || !LICENSE.test(license)) return undefined
  const licenseUrl = LICENSES[license]
  return { name, ...(author && { author }), url, license_name: license, ...(licenseUrl && { license_url: licenseUrl }) }
}

/** Returns the attribution of an element of OpenStreetMap, such as `node` 42. */
export function attributeToOsm(type: string, id: string): Attribution {
  const isElement = /^(?:node|way|relation)$/.test(type) && /^\d{1,20}$/.test(id)
  return {
    ...{ name: 'OpenStreetMap', author: 'OpenStreetMap contributors' },
    ...(isElement && { url: `https://www.openstreetmap.org/${type}/${id}` }),
    ...{ license_name: 'ODbL 1.0', license_url: LICENSES['ODbL 1.0'] ?? '' },
  }
}

/** The attribution of listings of Wikivoyage. */
export const WIKIVOYAGE: Attribution = {
  ...{ name: 'Wikivoyage', author: 'Wikivoyage contributors' },
  ...{ license_name: 'CC BY-SA 4.0', license_url: LICENSES['CC BY-SA 4.0'] ?? '' },
}
