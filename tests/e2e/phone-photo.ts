import type { Page } from '@playwright/test'

const LITTLE_ENDIAN = Buffer.from('II*\0\x08\0\0\0', 'latin1')
const [ASCII, LONG, RATIONAL] = [2, 4, 5]
const [MAKE, GPS_FOLDER] = [0x010f, 0x8825]
const [LAT_REF, LAT, LNG_REF, LNG] = [1, 2, 3, 4]

/** Metadata of a phone photo that no served copy may contain. */
export const CAMERA = 'Lens&Sons'

/** Creates a JPEG like a phone photo: drawn by the browser, with camera and position in its EXIF data. */
export async function takePhonePhoto(page: Page, position: { lng: number; lat: number }): Promise<Buffer> {
  const jpeg = Buffer.from(await page.evaluate(drawPicture), 'base64')
  const exif = writeExif(position)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)])
}

/** Draws the picture. Runs in the page. */
function drawPicture(): string {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [960, 640]
  const pen = canvas.getContext('2d')
  for (let band = 0; pen && band < 32; band += 1) {
    pen.fillStyle = `hsl(${band * 9} 60% ${30 + band}%)`
    pen.fillRect(0, band * 20, 960 - band * 12, 20)
  }
  return canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/, '')
}

/** Writes EXIF 2.3: the first directory with the camera and a pointer to the GPS directory. */
function writeExif({ lng, lat }: { lng: number; lat: number }): Buffer {
  const make = Buffer.from(`${CAMERA}\0`, 'latin1')
  const folder = LITTLE_ENDIAN.length
  const gpsFolder = folder + 2 + 2 * 12 + 4
  const values = gpsFolder + 2 + 4 * 12 + 4
  const [latValue, lngValue] = [values + make.length, values + make.length + 24]
  return Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    LITTLE_ENDIAN,
    writeFolder([
      [MAKE, ASCII, make.length, values],
      [GPS_FOLDER, LONG, 1, gpsFolder],
    ]),
    writeFolder([
      [LAT_REF, ASCII, 2, (lat < 0 ? 'S' : 'N').charCodeAt(0)],
      [LAT, RATIONAL, 3, latValue],
      [LNG_REF, ASCII, 2, (lng < 0 ? 'W' : 'E').charCodeAt(0)],
      [LNG, RATIONAL, 3, lngValue],
    ]),
    make,
    writeDegrees(Math.abs(lat)),
    writeDegrees(Math.abs(lng)),
  ])
}

function writeFolder(entries: [tag: number, type: number, count: number, value: number][]): Buffer {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4)
  bytes.writeUInt16LE(entries.length)
  entries.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  })
  return bytes
}

/** Writes degrees in millionths, without minutes and seconds. */
function writeDegrees(degrees: number): Buffer {
  const bytes = Buffer.alloc(24)
  ;[Math.round(degrees * 1e6), 1e6, 0, 1, 0, 1].forEach((part, index) => void bytes.writeUInt32LE(part, index * 4))
  return bytes
}
