/** Names in one language and country, by the name that the sources use. */
interface LocalNames {
  /** BCP 47 tag. */
  language: string
  countries: string[]
  names: Record<string, string>
}

/**
 * Cities that the sources name in English or transliterate, with their names on local signs. The sources name all other
 * cities of these countries as their inhabitants do. Where two languages are official, the more common one.
 */
const LOCAL_NAMES: LocalNames[] = [
  {
    language: 'it',
    countries: ['IT'],
    names: {
      Rome: 'Roma',
      Milan: 'Milano',
      Naples: 'Napoli',
      Turin: 'Torino',
      Genoa: 'Genova',
      Florence: 'Firenze',
      Venice: 'Venezia',
      Padua: 'Padova',
      Mantua: 'Mantova',
    },
  },
  {
    language: 'de',
    countries: ['DE', 'AT', 'CH'],
    names: {
      Munich: 'München',
      Nuremberg: 'Nürnberg',
      Vienna: 'Wien',
    },
  },
  { language: 'fr', countries: ['CH', 'FR', 'BE'], names: { Geneva: 'Genève', Brussels: 'Bruxelles' } },
  {
    language: 'nl',
    countries: ['BE', 'NL'],
    names: { Antwerp: 'Antwerpen', Ostend: 'Oostende', 'The Hague': 'Den Haag' },
  },
  {
    language: 'es',
    countries: ['ES', 'CU', 'MX'],
    names: { Seville: 'Sevilla', Havana: 'La Habana', 'Mexico City': 'Ciudad de México' },
  },
  { language: 'pt', countries: ['PT'], names: { Lisbon: 'Lisboa' } },
  { language: 'da', countries: ['DK'], names: { Copenhagen: 'København', Århus: 'Aarhus' } },
  { language: 'sv', countries: ['SE'], names: { Gothenburg: 'Göteborg' } },
  { language: 'pl', countries: ['PL'], names: { Warsaw: 'Warszawa' } },
  { language: 'cs', countries: ['CZ'], names: { Prague: 'Praha', Pilsen: 'Plzeň' } },
  { language: 'ro', countries: ['RO', 'MD'], names: { Bucharest: 'București', Chisinau: 'Chișinău' } },
  { language: 'sq', countries: ['AL', 'XK'], names: { Tirana: 'Tiranë', Pristina: 'Prishtinë' } },
  { language: 'lb', countries: ['LU'], names: { Luxembourg: 'Lëtzebuerg' } },
  { language: 'is', countries: ['IS'], names: { Reykjavik: 'Reykjavík' } },
  { language: 'az', countries: ['AZ'], names: { Baku: 'Bakı', Ganja: 'Gəncə', Sumgayit: 'Sumqayıt' } },
  { language: 'uz', countries: ['UZ'], names: { Tashkent: 'Toshkent', Samarkand: 'Samarqand' } },
  {
    language: 'vi',
    countries: ['VN'],
    names: {
      'Ho Chi Minh City': 'Thành phố Hồ Chí Minh',
      Hanoi: 'Hà Nội',
      'Da Nang': 'Đà Nẵng',
      Haiphong: 'Hải Phòng',
    },
  },
  {
    language: 'sr',
    countries: ['RS'],
    names: { Belgrade: 'Београд', Niš: 'Ниш', 'Novi Sad': 'Нови Сад', Kragujevac: 'Крагујевац', Subotica: 'Суботица' },
  },
  { language: 'mk', countries: ['MK'], names: { Skopje: 'Скопје', Bitola: 'Битола' } },
  {
    language: 'bg',
    countries: ['BG'],
    names: { Sofia: 'София', Plovdiv: 'Пловдив', Varna: 'Варна', Burgas: 'Бургас', Ruse: 'Русе' },
  },
  {
    language: 'el',
    countries: ['GR', 'CY'],
    names: {
      Athens: 'Αθήνα',
      Thessaloníki: 'Θεσσαλονίκη',
      Pátra: 'Πάτρα',
      Piraeus: 'Πειραιάς',
      Lárisa: 'Λάρισα',
      Irákleion: 'Ηράκλειο',
      Nicosia: 'Λευκωσία',
    },
  },
  {
    language: 'uk',
    countries: ['UA'],
    names: { Kyiv: 'Київ', Kharkiv: 'Харків', Odessa: 'Одеса', Dnipro: 'Дніпро', Lviv: 'Львів' },
  },
  { language: 'be', countries: ['BY'], names: { Minsk: 'Мінск' } },
  {
    language: 'ru',
    countries: ['RU'],
    names: {
      Moscow: 'Москва',
      'Saint Petersburg': 'Санкт-Петербург',
      Novosibirsk: 'Новосибирск',
      Yekaterinburg: 'Екатеринбург',
      Kazan: 'Казань',
      Vladivostok: 'Владивосток',
      Irkutsk: 'Иркутск',
      Kaliningrad: 'Калининград',
    },
  },
  { language: 'ka', countries: ['GE'], names: { Tbilisi: 'თბილისი', Kutaisi: 'ქუთაისი', Batumi: 'ბათუმი' } },
  { language: 'hy', countries: ['AM'], names: { Yerevan: 'Երևան', Gyumri: 'Գյումրի' } },
  {
    language: 'ja',
    countries: ['JP'],
    names: {
      Tokyo: '東京',
      Yokohama: '横浜',
      Osaka: '大阪',
      Nagoya: '名古屋',
      Sapporo: '札幌',
      Kobe: '神戸',
      Kyoto: '京都',
      Fukuoka: '福岡',
      Hiroshima: '広島',
      Sendai: '仙台',
      'Nara-shi': '奈良',
      Kanazawa: '金沢',
      Nagasaki: '長崎',
    },
  },
  {
    language: 'zh-Hans',
    countries: ['CN'],
    names: {
      Beijing: '北京',
      Shanghai: '上海',
      Guangzhou: '广州',
      Shenzhen: '深圳',
      Tianjin: '天津',
      Chongqing: '重庆',
      Chengdu: '成都',
      Wuhan: '武汉',
      Nanjing: '南京',
      Hangzhou: '杭州',
      Suzhou: '苏州',
      'Xi’an': '西安',
    },
  },
  {
    language: 'zh-Hant',
    countries: ['TW', 'HK'],
    names: { Taipei: '臺北', Kaohsiung: '高雄', Taichung: '臺中', Tainan: '臺南', 'Hong Kong': '香港' },
  },
  {
    language: 'ko',
    countries: ['KR'],
    names: { Seoul: '서울', Busan: '부산', Incheon: '인천', Daegu: '대구', Daejeon: '대전', Gwangju: '광주' },
  },
  { language: 'th', countries: ['TH'], names: { Bangkok: 'กรุงเทพมหานคร', 'Chiang Mai': 'เชียงใหม่' } },
  { language: 'hi', countries: ['IN'], names: { Delhi: 'दिल्ली', Jaipur: 'जयपुर', Varanasi: 'वाराणसी', Agra: 'आगरा' } },
  { language: 'bn', countries: ['BD'], names: { Dhaka: 'ঢাকা' } },
  { language: 'ne', countries: ['NP'], names: { Kathmandu: 'काठमाडौं' } },
  { language: 'km', countries: ['KH'], names: { 'Phnom Penh': 'ភ្នំពេញ' } },
  {
    language: 'fa',
    countries: ['IR'],
    names: { Tehran: 'تهران', Isfahan: 'اصفهان', Shiraz: 'شیراز', Mashhad: 'مشهد', Tabriz: 'تبریز' },
  },
  { language: 'he', countries: ['IL'], names: { 'Tel Aviv': 'תל אביב', Haifa: 'חיפה' } },
  {
    language: 'ar',
    countries: ['EG', 'MA', 'DZ', 'TN', 'SY', 'LB', 'JO', 'IQ', 'SA', 'AE'],
    names: {
      Cairo: 'القاهرة',
      Alexandria: 'الإسكندرية',
      Luxor: 'الأقصر',
      Casablanca: 'الدار البيضاء',
      Rabat: 'الرباط',
      Marrakesh: 'مراكش',
      Tangier: 'طنجة',
      Algiers: 'الجزائر',
      Oran: 'وهران',
      Tunis: 'تونس',
      Aleppo: 'حلب',
      Damascus: 'دمشق',
      Beirut: 'بيروت',
      Amman: 'عمّان',
      Baghdad: 'بغداد',
      Riyadh: 'الرياض',
      Jeddah: 'جدة',
      Dubai: 'دبي',
    },
  },
]

/** The local name of a city and its language. */
export interface LocalName {
  local_name: string
  local_language: string
}

const byKey = new Map(
  LOCAL_NAMES.flatMap(({ language, countries, names }) =>
    countries.flatMap((country) =>
      Object.entries(names).map(([name, local]): [string, LocalName] => [
        `${country} ${name}`,
        { local_name: local, local_language: language },
      ]),
    ),
  ),
)

/** Returns the local name of a country's largest city of a name; undefined if it is the same or not known. */
export function findLocalName(country: string, name: string): LocalName | undefined {
  return byKey.get(`${country} ${name}`)
}
