/** A row of table `cities`: a populated place of GeoNames. */
export interface City {
  /** GeoNames id. */
  id: number
  slug: string
  name: string
  /** The name on local signs, where it differs. */
  local_name?: string
  /** The language of `local_name` as a BCP 47 tag. */
  local_language?: string
  admin1_code: string | null
  admin1_name: string | null
  admin2_name: string | null
  /** ISO 3166-1 alpha-2, and XK for Kosovo. */
  country_code: string
  /** In English. */
  country_name: string
  population: number
  /** IANA name, such as `Europe/Rome`. */
  time_zone: string
  /** GeoNames feature code, such as PPLC for a capital. */
  feature_code: string
  /** Degrees. */
  lng: number
  lat: number
}
