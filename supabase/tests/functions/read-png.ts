import sharp from 'sharp'

/** Decodes a PNG. `pixel` returns the colour at a position as red, green and blue. */
export async function readPng(response: Response) {
  const { data, info } = await sharp(await response.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixel = (x: number, y: number) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)]
  return { width, height, pixel }
}
