/**
 * What clients say of themselves is anybody's text: it ends up in events, logs and local names.
 */

/** A host name as one label of letters, digits and dashes, at most 63; empty when nothing is left of it. RFC 1123 2.1. */
export function safeHostName(bytes: Uint8Array | undefined): string {
  if (!bytes) return ''
  const [label = ''] = String.fromCharCode(...bytes.subarray(0, 255)).split('.')
  return label
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
}

/** Printable ASCII, at most 128 characters; anything else becomes a dot. */
export const safeText = (bytes: Uint8Array | undefined): string =>
  bytes ? String.fromCharCode(...bytes.subarray(0, 128)).replace(/[^ -~]/g, '.') : ''

/** Bytes as hexadecimal text, at most 64 of them. */
export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A moment as clients parse it: `2024-03-01 10:00:00.123000000 +0000 UTC`. */
export const timeText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, -1).replace('T', ' ')}000000 +0000 UTC`
