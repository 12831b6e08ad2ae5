import type { PlaceSource } from './create-place.ts'
import { type PropertyBag, pick } from './text/property-bag.ts'

/** Names of properties and columns by what they hold, in the languages of the programs that people use. */
export const PROPERTY_NAMES = {
  title: `title name label location.name location.businessname venue.name place.name nametxt placename sitename nome nom
    nombre titel titre titolo titulo bezeichnung название имя naam navn namn nimi nazwa 名称 名前 이름 poi place location ort
    luogo lugar lieu denominazione`,
  description: `description desc note notes comment comments content text body shout reviewtextpublished reviewtext
    starratingtext descrizione beschreibung descripcion descrição opis описание notiz notizen kommentar remarks
    shortdescription summary cmt`,
  address: `address location.address formattedaddress location.formattedaddress venue.location.address fulladdress
    displayname indirizzo adresse direccion endereco adres адрес addr streetaddress address1 street place`,
  website: 'website websiteurl web homepage contactwebsite venue.url sito webseite siteweb link url href',
  category: `category type categoria catégorie kategorie категория categoryname category.name kind amenity tourism
    historic leisure natural shop breweryt brewerytype markersymbol sym symbol icon placetype`,
  tags: 'tags tag keywords activitytypes labels',
  list: 'list listname collection collection.name folder layer group article lista liste ordner',
  lat: `latitude lat latitudee7 late7 location.latitude location.lat location.geocoordinates.latitude geocoordinates.latitude
    venue.location.lat venue.lat coordinates.lat coordinates.latitude position.lat center.lat geo.latitude latitudine breite
    breitengrad latitud широта szerokosc y ycoord gpslatitude 緯度 纬度`,
  lng: `longitude lng lon long longitudee7 lnge7 lone7 location.longitude location.lng location.lon
    location.geocoordinates.longitude geocoordinates.longitude venue.location.lng venue.lng coordinates.lng
    coordinates.longitude position.lng center.lon geo.longitude longitudine lange laenge längengrad longitud долгота
    dlugosc x xcoord gpslongitude 経度 经度`,
  position: `coordinates coordinate coords latlng latlon latlong position gps geo wkt geom geometry location koordinaten
    coordinate coordinate coordenadas coordonnées координаты googlemapsurl mapsurl maplink gpscoordinates`,
} as const

/** The names of one property as a list. */
export function listNames(property: keyof typeof PROPERTY_NAMES): string[] {
  return PROPERTY_NAMES[property].split(/\s+/)
}

const NAMES = new Map(
  (Object.keys(PROPERTY_NAMES) as (keyof typeof PROPERTY_NAMES)[]).map((property) => [property, listNames(property)]),
)

function pickProperty(bag: PropertyBag, property: keyof typeof PROPERTY_NAMES): string {
  return pick(bag, NAMES.get(property) ?? [])
}

/** Describes a place by the properties of any program. */
export function describeByProperties(bag: PropertyBag): PlaceSource {
  return {
    title: pickProperty(bag, 'title'),
    description: pickProperty(bag, 'description'),
    address: pickProperty(bag, 'address'),
    website: pickProperty(bag, 'website'),
    sourceCategory: pickProperty(bag, 'category'),
    tags: pickProperty(bag, 'tags').split(/[,;]/),
    list: pickProperty(bag, 'list'),
  }
}

/** Finds the latitude and longitude among the properties, as texts. Integers of E7 are converted. */
export function findPositionTexts(bag: PropertyBag): [lat: string, lng: string] | undefined {
  const [lat, lng] = [pickProperty(bag, 'lat'), pickProperty(bag, 'lng')]
  if (!lat || !lng) return undefined
  const isScaled = bag.has('latitudee7') || bag.has('late7')
  return isScaled ? [String(Number(lat) / 1e7), String(Number(lng) / 1e7)] : [lat, lng]
}
