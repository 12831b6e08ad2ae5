const PHOTO = /\.(?:jpe?g|png|heic|heif|webp|avif)$/i
const ADDRESS = /^[a-z][a-z\d+.-]*:|^\/\//i

/** Returns whether a name is that of a file with a photo, not an address on the web. */
export function isPhotoFile(name: string): boolean {
  return PHOTO.test(name) && !ADDRESS.test(name)
}
