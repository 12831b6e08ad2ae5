import { expect, test } from 'vitest'
import { readTestFile as read } from './read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }

test('reads points in WKT with height and reference system', () => {
  const r = read(
    'w.csv',
    'name,WKT\nMole,"POINT (7.6933 45.069)"\nB,"POINT Z (7.6933 45.069 12)"\nC,SRID=4326;POINT(7.6933 45.069)\nD,"MULTIPOINT ((7.6933 45.069))"\nE,"LINESTRING (0 0, 1 1)"\nF,POINT EMPTY\n',
  )
  expect(r.places.filter((p) => p.point)).toMatchObject([
    MOLE,
    { title: 'B', point: MOLE.point },
    { title: 'C', point: MOLE.point },
  ])
  expect(r.unreadable).toMatchObject([{ title: 'F' }])
  expect(r.other).toBe(2)
})
test.each([
  ['dms', 'Name;Lat;Lon\nMole;45°04\'08.4"N;7°41\'35.88"E\n'],
  ['dms letters first', 'Name;Lat;Lon\nMole;N 45° 04\' 08.4";E 7° 41\' 35.88"\n'],
  ['dm', "Name;Lat;Lon\nMole;45° 4.14' N;7° 41.598' E\n"],
  ['dms spaces', 'Name;Lat;Lon\nMole;45 04 08.4 N;7 41 35.88 E\n'],
  ['dms in csv quotes', 'Name,Lat,Lon\nMole,"45°04\'08.4""N","7°41\'35.88""E"\n'],
  ['swapped by letters', 'Name,Lat,Lon\nMole,7.6933 E,45.069 N\n'],
  ['quoted all', '"Name","Lat","Lon"\r\n"Mole","45.069","7.6933"\r\n'],
  ['lon first', 'X,Y,Name\n7.6933,45.069,Mole\n'],
  ['semicolon comma quoted', '"Name";"Breite";"Länge"\n"Mole";"45,069";"7,6933"\n'],
  ['mac line ends', 'Name,Lat,Lon\rMole,45.069,7.6933\r'],
  ['comma decimals quoted', 'Name,Lat,Lon\nMole,"45,069","7,6933"\n'],
  ['spaces after commas', 'Name, Lat, Lon\nMole, 45.069, 7.6933\n'],
  ['quotes after space', 'Name, Lat, Lon\n"Mole", "45.069", "7.6933"\n'],
  ['title rows', 'Meine Orte 2024,,\n,,\nName,Lat,Lon\nMole,45.069,7.6933\n'],
  ['comment rows', '# exported by x\n# on 2024\nName,Lat,Lon\nMole,45.069,7.6933\n'],
  ['no header', 'Mole,45.069,7.6933\nGino,45.1,7.7\n'],
  ['no header lat first', '45.069,7.6933,Mole\n45.1,7.7,Gino\n'],
  ['id columns', 'id,osm_id,name,geom\n1,123,Mole,"{""type"":""Point"",""coordinates"":[7.6933,45.069]}"\n'],
  ['exponent', 'name,lat,lon\nMole,4.5069E+01,7.6933E0\n'],
  ['degree sign', 'name,lat,lon\nMole,45.069°,7.6933°\n'],
  ['thousands E6', 'name,latitude_e6,longitude_e6\nMole,45069000,7693300\n'],
  ['latlng one column', 'name,LatLng\nMole,"45.069,7.6933"\n'],
  ['lat/lng slash header', 'name,Lat/Lng\nMole,"45.069, 7.6933"\n'],
  ['plus code column', 'name,plus_code\nMole,8FQ93M9V+J8\n'],
  ['google url column', 'name,Google Maps\nMole,"https://www.google.com/maps?q=45.069,7.6933"\n'],
])('reads a table with %s', (_n, text) => {
  const r = read('places.csv', text)
  expect(r.places[0]?.title).toBe('Mole')
  expect(r.places[0]?.point?.lat).toBeCloseTo(45.069, 2)
  expect(r.places[0]?.point?.lng).toBeCloseTo(7.6933, 2)
})
test('corrects swapped columns of latitude and longitude', () => {
  const r = read('places.csv', 'name,lat,lon\nTokyo,139.69,35.68\nKyoto,135.76,35.01\nSapporo,141.35,43.06\n')
  expect(r.places).toMatchObject([{ point: { lat: 35.68, lng: 139.69 } }, {}, {}])
})
test.each([
  ['Hungarian', 'Név;Szélesség;Hosszúság;Cím'],
  ['Swedish', 'Namn;Latitud;Longitud;Adress'],
  ['Danish', 'Navn;Breddegrad;Længdegrad;Adresse'],
  ['Norwegian', 'Navn;Breddegrad;Lengdegrad;Adresse'],
  ['Romanian', 'Nume;Latitudine;Longitudine;Adresă'],
  ['Ukrainian', 'Назва;Широта;Довгота;Адреса'],
  ['Bulgarian', 'Име;Ширина;Дължина;Адрес'],
  ['Croatian', 'Naziv;Geografska širina;Geografska dužina;Adresa'],
  ['Slovak', 'Názov;Zemepisná šírka;Zemepisná dĺžka;Adresa'],
  ['Slovenian', 'Ime;Zemljepisna širina;Zemljepisna dolžina;Naslov'],
  ['Catalan', 'Nom;Latitud;Longitud;Adreça'],
  ['Arabic', 'الاسم;خط العرض;خط الطول;العنوان'],
  ['Hebrew', 'שם;קו רוחב;קו אורך;כתובת'],
  ['Persian', 'نام;عرض جغرافیایی;طول جغرافیایی;آدرس'],
  ['Hindi', 'नाम;अक्षांश;देशांतर;पता'],
  ['Thai', 'ชื่อ;ละติจูด;ลองจิจูด;ที่อยู่'],
  ['Vietnamese', 'Tên;Vĩ độ;Kinh độ;Địa chỉ'],
  ['Indonesian', 'Nama;Lintang;Bujur;Alamat'],
  ['Estonian', 'Nimi;Laiuskraad;Pikkuskraad;Aadress'],
  ['Latvian', 'Nosaukums;Platums;Garums;Adrese'],
  ['Lithuanian', 'Pavadinimas;Platuma;Ilguma;Adresas'],
  ['Chinese tw', '名稱;緯度;經度;地址'],
  ['German Koord', 'Name;Geogr. Breite;Geogr. Länge;Anschrift'],
  ['North', 'Name;North;East;Address'],
  ['Nord Ost', 'Name;Nord;Ost;Adresse'],
])('reads a table whose columns are named in %s', (_l, header) => {
  const r = read('x.csv', `${header}\nMole;45,069;7,6933;Via Montebello 20\nB;45,1;7,7;Via Po\n`)
  expect(r.places[0]).toMatchObject({ ...MOLE, address: 'Via Montebello 20' })
})

test('reads a column of addresses as addresses, even if its name may mean a position', () => {
  const text = 'Name,Location\nMole,"Via Montebello 20, Torino"\nGino,"45.1, 7.7"\nNone,\n'
  expect(read('places.csv', text)).toMatchObject({
    places: [
      { title: 'Mole', point: null, address: 'Via Montebello 20, Torino' },
      { title: 'Gino', point: { lat: 45.1, lng: 7.7 } },
      { title: 'None', point: null },
    ],
    unreadable: [],
  })
})

test('rejects the letter O, which is east in German and west in French', () => {
  for (const longitude of ['7,6933 O', '7°41\'35.9" O', 'O 7.6933']) {
    const r = read('places.csv', `Name;Lat;Lon\nMole;45,069 N;${longitude}\n`)
    expect(r.places).toEqual([])
    expect(r.unreadable).toMatchObject([{ title: 'Mole', reason: expect.stringContaining('Please write E or W.') }])
  }
})

test('reads Arabic digits, and numbers beside marks of the writing direction', () => {
  const text = 'Name;Lat;Lon\nMole;\u200e45.069;٧٫٦٩٣٣\n'
  expect(read('places.csv', text).places).toMatchObject([MOLE])
})

test('completes the addresses of places without a position by their city and country', () => {
  const text =
    'Name,Address,ZIP,City,Country,Lat,Lon\nMole,Via Montebello 20,10124,Torino,Italy,,\nGino,"Via Po 1, Torino",,Torino,,45.1,7.7\n'
  expect(read('places.csv', text).places).toMatchObject([
    { title: 'Mole', point: null, address: 'Via Montebello 20, 10124, Torino, Italy' },
    { title: 'Gino', point: { lat: 45.1, lng: 7.7 }, address: 'Via Po 1, Torino' },
  ])
})
