/** The languages of the catalogue, by their ISO 639 codes. */
export const LANGUAGE_CODES = ['en', 'de'] as const
export type Language = (typeof LANGUAGE_CODES)[number]
