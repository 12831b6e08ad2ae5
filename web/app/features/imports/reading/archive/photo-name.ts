const PHOTO = /\.(?:jpe?g|png|heic|heif|webp|avif)$/i
const ADDRESS = /^[a-z][a-z\d+.-]*:|^\/\//i

/** Returns true for the name of a photo file, and false for other files and web URLs. */
export function isPhotoFile(name: string): boolean {
  return PHOTO.test(name) && !ADDRESS.test(name)
}
