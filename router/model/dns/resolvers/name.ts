const LABEL_LIMIT = 63

/**
 * A person's name for a thing as a label under `.lan`: `Kid's iPad` becomes `kids-ipad`, `Großer Drucker` becomes
 * `grosser-drucker`. Empty when nothing of it can be written in a label. RFC 1123 2.1.
 */
export const dnsName = (text: string): string =>
  text
    .normalize('NFKD') // ü is u and a mark
    .toUpperCase() // ß has no mark to lose, but SS for a capital
    .toLowerCase()
    .replaceAll(/[\p{Mark}'’`]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, LABEL_LIMIT)
    .replace(/-+$/, '')

/** Names that programs ask for on their own and then trust: who gets one steers others' traffic (CERT VU#598349). */
const TRUSTED_BY_PROGRAMS = new Set(['wpad', 'isatap', 'localhost', 'lan', 'router', 'gateway'])

/** Whether a device may give itself this name. Its owner may choose any. */
export const mayNameItself = (name: string): boolean => !TRUSTED_BY_PROGRAMS.has(name)
