/** Formats a public key in groups of six, so that two people can compare it. */
export function formatKey(key: string): string {
  return key.match(/.{1,6}/g)?.join(' ') ?? ''
}
