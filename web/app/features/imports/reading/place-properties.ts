import { isPhotoFile } from './archive/photo-name.ts'
import { attributeToOsm, readAttribution } from './attribution.ts'
import type { PlaceSource } from './create-place.ts'
import { joinAddress } from './osm-tags.ts'
import { readOwnDetails } from './own-details.ts'
import type { Attribution, NamedPicture } from './read-place.ts'
import { type PropertyBag, pick, toPlainKey } from './text/property-bag.ts'

/** Names of properties and columns by their meaning, in the languages of common programs. */
export const PROPERTY_NAMES = {
  title: `title name label attributes.name location.name location.businessname venue.name place.name displayname.text
    nametxt placename sitename poiname nome nom nombre titel titre titolo titulo título tytuł bezeichnung название имя
    заголовок naam navn namn nimi nazwa název nazev ad adı isim όνομα ονομα τίτλος név 名称 名稱 名前 タイトル 标题 標題 이름 제목 poi
    place location ort luogo lugar lieu miejsce plaats 場所 地点 地點 장소 denominazione tittel numele nume titlu denumire
    назва назвамісця име заглавие naziv názov nosaukums pavadinimas الاسم اسم שם כותרת نام नाम ชื่อ tên nama ime
    naslov venue`,
  description: `description desc note notes comment comments content text body shout reviewtextpublished reviewtext
    starratingtext descrizione beschreibung descripcion descrição opis описание notiz notizen kommentar bemerkung
    bemerkungen anmerkung remarque remarques commentaire commentaires nota notas comentario comentarios observação
    observacoes commento commenti notitie notities opmerking opmerkingen omschrijving beschrijving notatka uwagi
    komentarz anteckning kommentti kuvaus muistiinpano popis poznámka açıklama not περιγραφή σημείωση комментарий
    примечание заметка メモ 説明 コメント 描述 备注 備註 说明 설명 메모 비고 remarks shortdescription summary cmt notat notă jegyzet leírás
    megjegyzés примітка опис бележка bilješka opomba pastaba märkus piezīmes ملاحظة ملاحظات وصف הערה תיאור توضیحات
    टिप्पणी หมายเหตุ ghichú catatan keterangan`,
  address: `address location.address formattedaddress location.formattedaddress venue.location.address fulladdress
    displayname indirizzo adresse anschrift dirección endereço endereco morada adres adresa adress osoite cím
    διεύθυνση адрес 住所 地址 주소 addr streetaddress address1 street strasse straße rue calle rua ulica place адреса adreça
    adrese adresas aadress العنوان عنوان כתובת آدرس نشانی पता ที่อยู่ địachỉ alamat naslov`,
  website: `website websiteurl websiteuri web homepage contactwebsite venue.url sito webseite siteweb sitioweb сайт
    ウェブサイト 网站 link url href webadresse nettadresse adresaurl url-адреса webbadress webbplats 网址 網址 عنوانurl כתובתurl
    weboldal hjemmeside`,
  category: `category type categoria catégorie categorie kategorie kategoria kategori kategória категория тип typ tipo
    art soort luokka tyyppi druh κατηγορία カテゴリ カテゴリー 種類 类别 類別 分类 카테고리 분류 categoryname category.name kind amenity
    tourism historic leisure natural shop breweryt brewerytype markersymbol sym symbol icon placetype категорія
    kategorija kategooria الفئة קטגוריה หมวดหมู่ danhmục`,
  tags: `tags tag keywords activitytypes labels etiquetas étiquettes etichette libellés schlagworte stichworte tagi
    štítky метки теги タグ 标签 標籤 태그 taggar etiketter címkék мітки oznake etichete العلامات תגים แท็ก thẻ`,
  list: `list listname collection collection.name folder layer group article lista liste lijst ordner gruppe groupe gruppo grupo
    dossier carpeta cartella mappe список リスト フォルダ 列表 목록`,
  pictures: `photos photo pictures picture images image media attachments files fotos foto bilder bild immagini immagine imagenes
    imagen zdjecia photopath imagepath filename file gxmedialinks`,
  lat: `latitude lat latitudee7 late7 location.latitude location.lat location.geocoordinates.latitude
    geocoordinates.latitude venue.location.lat venue.lat coordinates.lat coordinates.latitude coords.latitude coords.lat latlng.lat latlng.latitude position.lat center.lat
    geo.latitude geometry.location.lat geometry.y latitudine breite breitengrad latitud широта szerokosc
    szerokośćgeograficzna breedtegraad breddgrad breddegrad zeměpisnášířka šířka leveysaste leveyspiiri enlem
    szélesség γεωγραφικόπλάτος πλάτος y ycoord gpslatitude 緯度 纬度 위도 latitudee6 late6 ширина географскаширина širina
    geografskaširina šírka zemepisnášírka zemljepisnaširina laius laiuskraad platums platuma خطالعرض קורוחב
    عرضجغرافیایی अक्षांश ละติจูด vĩđộ lintang garislintang geographischebreite geogrbreite geobreite north
    nord`,
  lng: `longitude lng lon long longitudee7 lnge7 lone7 location.longitude location.lng location.lon
    location.geocoordinates.longitude geocoordinates.longitude venue.location.lng venue.lng coordinates.lng
    coordinates.longitude coords.longitude coords.lng latlng.lng latlng.longitude position.lng center.lon geo.longitude geometry.location.lng geometry.x longitudine lange
    laenge längengrad longitud долгота dlugosc długość długośćgeograficzna lengtegraad längdgrad lengdegrad
    zeměpisnádélka délka pituusaste pituuspiiri boylam hosszúság γεωγραφικόμήκος μήκος x xcoord gpslongitude 経度 经度 經度
    경도 longitudee6 lnge6 lone6 довгота географскадължина дължина dužina duljina geografskadužina geografskaduljina
    dĺžka zemepisnádĺžka dolžina zemljepisnadolžina pikkus pikkuskraad garums ilguma خطالطول קואורך طولجغرافیایی
    देशांतर ลองจิจูด kinhđộ bujur garisbujur længdegrad geographischelänge geogrlänge geolänge east ost est øst öst`,
  position: `coordinates coordinate coords latlng latlon latlong position gps geo wkt geom geometry location
    koordinaten koordinate coordenadas coordonnées coordinate coordinati współrzędne koordinater координаты 座標 坐标 좌표
    googlemapsurl mapsurl maplink gpscoordinates pluscode pluscodes openlocationcode olc googlemaps googlemapslink
    googlemapsuri mapslink googleurl utm utmcoordinates mgrs gridreference`,
} as const

const NAMES = new Map(
  Object.entries(PROPERTY_NAMES).map(([property, names]) => [
    property,
    names.split(/\s+/).map((name) => name.split('.').map(toPlainKey).join('.')),
  ]),
)

/** Returns the names of a property, reduced to plain letters. */
export function listNames(property: keyof typeof PROPERTY_NAMES): readonly string[] {
  return NAMES.get(property) ?? []
}

function pickProperty(bag: PropertyBag, property: keyof typeof PROPERTY_NAMES): string {
  return pick(bag, listNames(property))
}

/** Returns the texts of a place from the properties of any program. */
export function describeByProperties(bag: PropertyBag): PlaceSource {
  const sourceCategory = pickProperty(bag, 'category')
  return {
    title: pickProperty(bag, 'title'),
    description: pickProperty(bag, 'description'),
    address: pickProperty(bag, 'address') || joinAddress((part) => bag.get(`addr${part}`)),
    website: pickProperty(bag, 'website'),
    sourceCategory,
    tags: pickProperty(bag, 'tags').split(/[,;]/),
    list: pickProperty(bag, 'list'),
    pictures: listPictures(pickProperty(bag, 'pictures')),
    attribution: findAttribution(bag),
    details: readOwnDetails(sourceCategory, {
      ...{ status: bag.get('status'), precision: bag.get('precision'), access: bag.get('access') },
    }),
  }
}

/** Elements that Overpass and QGIS export keep the id of OpenStreetMap. */
const OSM_ID = /^(node|way|relation)\/(\d+)$/

function findAttribution(bag: PropertyBag): Attribution | undefined {
  const [, type, id] = OSM_ID.exec(bag.get('id') ?? '') ?? []
  return type && id ? attributeToOsm(type, id) : readAttribution(bag.get('attribution') ?? '')
}

/** Lists the photo files in a comma-separated text. Web URLs are left out. */
export function listPictures(value: string): NamedPicture[] {
  // Most texts contain no file name.
  if (!value.includes('.')) return []
  return value
    .split(/[,;|\n]/)
    .map((name) => ({ name: name.trim(), alt: '' }))
    .filter(({ name }) => isPhotoFile(name))
}

/** Finds the latitude and longitude among the properties, as texts. E6 and E7 integers are converted to degrees. */
export function findPositionTexts(bag: PropertyBag): [lat: string, lng: string] | undefined {
  const [lat, lng] = [pickProperty(bag, 'lat'), pickProperty(bag, 'lng')]
  if (!lat || !lng) return undefined
  const digit = ['7', '6'].find((exponent) => bag.has(`latitudee${exponent}`) || bag.has(`late${exponent}`))
  const scale = 10 ** Number(digit)
  return digit ? [String(Number(lat) / scale), String(Number(lng) / scale)] : [lat, lng]
}

/** Finds a text with both coordinates among the properties, or a link to a map. */
export function findPositionText(bag: PropertyBag): string {
  return pickProperty(bag, 'position') || pick(bag, LINK_NAMES)
}

const LINK_NAMES = ['url', 'link', 'maps', 'googlemaps', 'googlemapsuri', 'mapurl', 'googleurl']
