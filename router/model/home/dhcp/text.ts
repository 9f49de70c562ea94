/** Text from clients is untrusted: it is used in events, logs and local names. */

/** A host name as one label of at most 63 letters, digits and dashes (RFC 1123 §2.1); empty if none is left. */
export function safeHostName(bytes: Uint8Array | undefined): string {
  if (!bytes) return ''
  const [label = ''] = String.fromCharCode(...bytes.subarray(0, 255)).split('.')
  return label
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
}

/** Printable ASCII, at most 128 characters; other characters are replaced by dots. */
export const safeText = (bytes: Uint8Array | undefined): string =>
  bytes ? String.fromCharCode(...bytes.subarray(0, 128)).replace(/[^ -~]/g, '.') : ''

/** Bytes as hexadecimal text, at most 64 of them. */
export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A time in the format of existing clients: `2024-03-01 10:00:00.123000000 +0000 UTC`. */
export const timeText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, -1).replace('T', ' ')}000000 +0000 UTC`

/** Milliseconds since 1970 of such a time; undefined for another text. */
export const timeOf = (text: string): number | undefined => {
  const [, day, time, fraction = ''] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{3})?/.exec(text) ?? []
  return Date.parse(`${day}T${time}${fraction}Z`) || undefined
}
